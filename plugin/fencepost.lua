-- For plugin managers that take this repository as it is: the plugin for Neovim lies in editors/nvim. Nothing else of the repository is one.
local root = vim.fn.fnamemodify(vim.fn.resolve(debug.getinfo(1, "S").source:sub(2)), ":p:h:h")
vim.opt.runtimepath:prepend(root .. "/editors/nvim")
vim.cmd("runtime! ftdetect/mlir.vim")
vim.cmd("runtime plugin/fencepost.lua")
