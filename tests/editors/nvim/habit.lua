-- Users of other ways than setup(): of vim.lsp.config alone, of nvim-lspconfig, of none-ls (see init.lua). What they give holds, and all comes once.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local harness = dofile(here .. "/harness.lua")
local habit = vim.env.HABIT

local function is_here()
  if habit == "none_ls" then
    return package.loaded["null-ls"] ~= nil
  end
  return vim.lsp.config and vim.lsp.enable or (habit == "lspconfig" and package.loaded["lspconfig.configs"] ~= nil)
end

if not is_here() then
  io.stdout:write(("skipped: no %s\n"):format(habit))
  vim.cmd("qall!")
end

harness.run(habit, function()
  harness.wait_for("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  vim.wait(300, function() return false end) -- for a second server, if there were one
  local clients = require("fencepost").clients({ buffer = 0 })
  local found = vim.diagnostic.get(0)
  if habit == "none_ls" then
    assert(#clients == 0 and #found == 2, vim.inspect(found))
    table.sort(found, function(a, b) return a.lnum < b.lnum end)
    assert(found[1].source == "fencepost" and found[1].lnum == 8 and found[1].col == 9 and found[1].severity == 1, vim.inspect(found[1]))
    assert(found[1].end_col == 33 and found[2].code == "redundant-barrier", vim.inspect(found))
  else
    assert(#clients == 1 and clients[1].config.cmd[1] == vim.env.PROGRAM, vim.inspect(vim.tbl_map(function(client) return client.config.cmd end, clients)))
    assert(#found == 1, "minLevel leaves out the redundant barrier")
  end
  assert(#messages == 0, vim.inspect(messages))
end)
