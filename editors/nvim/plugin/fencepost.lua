if vim.g.loaded_fencepost then
  return
end
vim.g.loaded_fencepost = true

local function fencepost() return require("fencepost") end
local function command(name, run, attributes) vim.api.nvim_create_user_command(name, run, attributes) end

command("FencepostShow", function() require("fencepost.show").open() end, { desc = "Picture of the kernel under the cursor" })
command("FencepostFixAll", function() fencepost().fix_all() end, { desc = "Apply all safe fixes of the file" })
command("FencepostRestart", function() fencepost().restart() end, { desc = "Start the language server anew" })
command("FencepostTarget", function(given) fencepost().set_target(given.args) end, {
  nargs = "?",
  desc = "Check for this chip; without one, choose from a list",
  complete = function(word)
    return vim.tbl_filter(function(chip) return vim.startswith(chip, word) end, fencepost().targets())
  end,
})

-- Works unconfigured; setup() in the user's configuration may come before or after this.
fencepost().start()
