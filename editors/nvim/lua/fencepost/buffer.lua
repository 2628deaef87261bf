-- What each MLIR buffer gets besides the server: colours and folds.
local M = {}

-- Needs parser/mlir.so, which the file build makes; without it syntax/mlir.vim colours.
local function start_treesitter(buffer)
  if not vim.treesitter or not vim.treesitter.start then
    return false
  end
  return pcall(vim.treesitter.start, buffer, "mlir")
end

function M.setup()
  local buffer = vim.api.nvim_get_current_buf()
  local options = require("fencepost").options()
  local parsed = options.treesitter and start_treesitter(buffer)
  if options.fold and parsed and vim.treesitter.foldexpr then
    vim.wo.foldmethod = "expr"
    vim.wo.foldexpr = "v:lua.vim.treesitter.foldexpr()"
    vim.wo.foldlevel = 99
  end
  -- What synchronises stands out, where the server's tokens are shown (0.9 and later).
  if vim.fn.has("nvim-0.9") == 1 then
    vim.cmd("highlight default link @lsp.type.event.mlir Special")
  end
end

return M
