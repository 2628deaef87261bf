-- A user of vim.lsp.config alone (0.11 and later): the given command and settings hold.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local harness = dofile(here .. "/harness.lua")

harness.run("vim.lsp.config", function()
  if not (vim.lsp.config and vim.lsp.enable) then
    return
  end
  harness.wait_for("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  local clients = require("fencepost").clients({ buffer = 0 })
  assert(#clients == 1 and clients[1].config.cmd[1] == vim.env.PROGRAM, vim.inspect(clients[1] and clients[1].config.cmd))
  assert(#vim.diagnostic.get(0) == 1, "minLevel leaves out the redundant barrier")
  assert(#messages == 0, vim.inspect(messages))
end)
