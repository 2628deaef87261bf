---@brief
---
--- Finds and fixes barrier mistakes in GPU kernels written in MLIR.
---
--- The program `fencepost` must be on `$PATH`. It reads `fencepost.json`, the nearest one above the file, by itself; what stands in `settings` is stronger.

---@type vim.lsp.Config
return {
  cmd = { 'fencepost', 'lsp' },
  filetypes = { 'mlir' },
  root_markers = { 'fencepost.json', '.git' },
  settings = {
    fencepost = {},
  },
}
