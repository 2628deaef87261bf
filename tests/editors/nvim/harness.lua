-- What both tests share: waiting, and an exit status.
local M = {}

function M.wait_for(what, condition) assert(vim.wait(60000, condition, 20), "timed out waiting for " .. what) end

function M.run(name, test)
  local ok, message = xpcall(test, debug.traceback)
  local version = vim.version()
  io.stdout:write(
    ok and "" or message .. "\n",
    ("nvim %d.%d.%d %s: %s\n"):format(version.major, version.minor, version.patch, name, ok and "passed" or "FAILED")
  )
  vim.cmd(ok and "qall!" or "cquit!")
end

return M
