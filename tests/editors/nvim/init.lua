-- The test's whole configuration: nothing of the user's is read (run.sh passes --clean).
vim.opt.runtimepath:prepend(vim.env.PLUGIN)
if vim.env.API == "start" then -- the way of 0.8 to 0.10 in a newer Neovim
  vim.lsp.enable = nil
end
vim.cmd("filetype plugin on")
vim.cmd("syntax on")
local messages = {}
vim.notify = function(message) table.insert(messages, message) end
_G.messages = messages
-- Other plugins, where the test was given them.
local function plugin(name)
  local folder = (vim.env.NVIM_PLUGINS or "") .. "/" .. name
  if vim.env.NVIM_PLUGINS and vim.fn.isdirectory(folder) == 1 then
    vim.opt.runtimepath:append(folder)
  end
end
plugin("plenary.nvim")
plugin("none-ls.nvim")
if vim.fn.has("nvim-0.11") == 1 then
  plugin("nvim-treesitter-textobjects")
end
local enables = vim.lsp.config and vim.lsp.enable
local cmd = { vim.env.PROGRAM, "lsp" }
local habits = {}

-- No setup: the server is changed by its name, before plugins load.
function habits.config()
  if enables then
    vim.lsp.config("fencepost", { cmd = cmd, settings = { fencepost = { minLevel = "error" } } })
  end
end

-- nvim-lspconfig starts it; a newer one leaves that to Neovim.
function habits.lspconfig()
  plugin(enables and "nvim-lspconfig" or "nvim-lspconfig-" .. (vim.lsp.start and "1.8.0" or "0.1.6"))
  if enables then
    return habits.config()
  end
  local found, configs = pcall(require, "lspconfig.configs")
  if found then
    configs.fencepost = require("fencepost").lspconfig()
    require("lspconfig").fencepost.setup({ cmd = cmd, settings = { fencepost = { minLevel = "error" } } })
  end
end

-- No server, only the linter.
function habits.none_ls()
  vim.g.loaded_fencepost = true
  if vim.fn.has("nvim-0.10") == 1 and pcall(require, "null-ls") then
    require("fencepost").options().cmd = cmd
    require("null-ls").setup({ sources = { require("fencepost.none_ls") } })
  end
end

if vim.env.HABIT then
  habits[vim.env.HABIT]()
  vim.cmd("runtime! plugin/fencepost.lua")
  return
end
vim.cmd("runtime! plugin/fencepost.lua")
require("fencepost").setup({ cmd = cmd, settings = { minLevel = "hint" }, fold = true })
