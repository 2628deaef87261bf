local M = {}

function M.check()
  local health = vim.health or require("health") -- 0.7: only require("health")
  local start = health.start or health.report_start -- the report_ names end with 0.9
  local ok = health.ok or health.report_ok
  local info = health.info or health.report_info
  local warn = health.warn or health.report_warn
  local bad = health.error or health.report_error

  start("fencepost")
  local fencepost = require("fencepost")
  local program = fencepost.program()
  if vim.fn.executable(program) == 1 then
    ok(("%s: %s"):format(vim.fn.exepath(program), vim.trim(vim.fn.system({ program, "--version" }))))
  else
    bad(program .. " is not executable", {
      "install its wheel or its tarball, or build it: see docs/ci.md and README.md of fencepost",
      'or say where it is: require("fencepost").setup({ cmd = { "/path/to/fencepost", "lsp" } })',
    })
  end

  local running = fencepost.clients()
  if #running > 0 then
    ok(("%d server%s running"):format(#running, #running == 1 and "" or "s"))
  else
    info("no server is running: open an .mlir file")
  end

  local parser = vim.api.nvim_get_runtime_file("parser/mlir.so", false)[1]
  if not (vim.treesitter and vim.treesitter.start) then
    info("this Neovim colours by syntax/mlir.vim: tree-sitter takes 0.8 or later")
  elseif parser then
    ok("tree-sitter parser: " .. parser)
  else
    warn("no tree-sitter parser for mlir: colours are coarser, regions do not fold", { "run the plugin's file build" })
  end

  local config = vim.fn.findfile("fencepost.json", vim.fn.getcwd() .. ";")
  info(config ~= "" and "configuration: " .. vim.fn.fnamemodify(config, ":p") or "no fencepost.json in this folder or above")
end

return M
