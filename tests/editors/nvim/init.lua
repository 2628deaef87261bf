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
if vim.env.HABIT == "lspconfig" then -- as with nvim-lspconfig: no setup, the server is changed by name before plugins load
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config("fencepost", { cmd = { vim.env.PROGRAM, "lsp" }, settings = { fencepost = { minLevel = "error" } } })
  end
  vim.cmd("runtime! plugin/fencepost.lua")
  return
end
vim.cmd("runtime! plugin/fencepost.lua")
require("fencepost").setup({ cmd = { vim.env.PROGRAM, "lsp" }, settings = { minLevel = "hint" }, fold = true })
