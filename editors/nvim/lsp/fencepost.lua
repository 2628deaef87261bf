-- Neovim 0.11 and later read this for vim.lsp.config("fencepost") and vim.lsp.enable("fencepost").
return require("fencepost").config()
