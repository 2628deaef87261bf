-- Starts the language server for MLIR buffers, with the API that the running Neovim has:
-- vim.lsp.enable from 0.11 on, vim.lsp.start from 0.8 on, vim.lsp.start_client in 0.7.
local M = {}

local options = {
  cmd = { "fencepost", "lsp" },
  filetypes = { "mlir" },
  settings = {}, -- as in fencepost.json; see :help fencepost-settings
  fold = false, -- fold regions
  treesitter = true, -- highlight by the tree-sitter parser, where it was built
}
local root_markers = { "fencepost.json", ".git" }
local RESTARTS_MAX, RESTART_FIRST_MS = 3, 1000
local restarts, stopping = 0, {}

function M.options() return options end

local function tell(message, level) vim.notify("fencepost: " .. message, level or vim.log.levels.INFO) end

-- ---- which server ----

-- The program that is started: vim.lsp.config may know another one.
function M.program()
  local config = vim.lsp.config and vim.lsp.enable and vim.lsp.config.fencepost
  return config and type(config.cmd) == "table" and config.cmd[1] or options.cmd[1]
end

local told_missing = false
local function has_server()
  if vim.fn.executable(M.program()) == 1 then
    return true
  end
  if not told_missing then
    tell(("%s is not executable; :checkhealth fencepost says how to install it"):format(M.program()), vim.log.levels.WARN)
    told_missing = true
  end
  return false
end

-- vim.fs.root is of 0.10.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  for _, marker in ipairs(root_markers) do
    local found = vim.fn.findfile(marker, folder .. ";")
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h")
    end
    found = vim.fn.finddir(marker, folder .. ";")
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h:h")
    end
  end
  return folder
end

function M.clients(filter)
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  return vim.tbl_filter(function(client)
    return client.name == "fencepost" and (not filter or not filter.buffer or vim.lsp.buf_is_attached(filter.buffer, client.id))
  end, list())
end

-- ---- starting ----

local started = {} -- root -> client id; 0.7 only

function M.attach(buffer)
  if not has_server() then
    return
  end
  local config = M.config()
  config.root_dir = root_of(vim.api.nvim_buf_get_name(buffer))
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local id = started[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    started[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

local function attach_all()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(options.filetypes, vim.api.nvim_buf_get_option(buffer, "filetype")) then
      M.attach(buffer)
    end
  end
end

-- A server that crashed comes back, each time later; one message, not one a time.
local function on_exit(code, signal, id)
  if stopping[id] or vim.v.exiting ~= vim.NIL or (code == 0 and signal == 0) then
    stopping[id] = nil
    return
  end
  restarts = restarts + 1
  vim.schedule(function()
    if restarts > RESTARTS_MAX then
      tell("the server ended again; :FencepostRestart starts it anew", vim.log.levels.ERROR)
      return
    end
    if restarts == 1 then
      tell(("the server ended (status %d, signal %d) and is started anew; see :checkhealth fencepost"):format(code, signal), vim.log.levels.WARN)
    end
    vim.defer_fn(attach_all, RESTART_FIRST_MS * 2 ^ (restarts - 1))
  end)
end

-- A Neovim that asks for diagnostics but cannot be told to ask again (0.10, 0.11) would keep stale ones when the target or fencepost.json changes:
-- it is sent them instead, and does not ask.
local function is_sent_diagnostics() return not vim.lsp.handlers["workspace/diagnostic/refresh"] end

local function before_init(params)
  if is_sent_diagnostics() then
    params.capabilities.textDocument.diagnostic = nil
  end
end

local function on_init(client)
  if is_sent_diagnostics() then
    client.server_capabilities.diagnosticProvider = nil
  end
end

-- What vim.lsp.config and nvim-lspconfig take.
function M.config()
  return {
    name = "fencepost",
    cmd = options.cmd,
    filetypes = options.filetypes,
    settings = { fencepost = next(options.settings) and options.settings or vim.empty_dict() },
    root_markers = root_markers,
    on_exit = on_exit,
    before_init = before_init,
    on_init = on_init,
  }
end

-- Tells all servers that a configuration has changed.
function M.reread(file)
  local params = { changes = { { uri = vim.uri_from_fname(file), type = 2 } } }
  for _, client in ipairs(M.clients()) do
    if vim.fn.has("nvim-0.11") == 1 then
      client:notify("workspace/didChangeWatchedFiles", params)
    else
      client.notify("workspace/didChangeWatchedFiles", params)
    end
  end
end

local is_lspconfigs = false -- nvim-lspconfig starts the servers

-- For nvim-lspconfig before vim.lsp.config: require("lspconfig.configs").fencepost = require("fencepost").lspconfig()
function M.lspconfig()
  is_lspconfigs = true
  local config = M.config()
  config.root_dir = root_of
  return { default_config = config }
end

local running, was_set_up = false, false

-- Idempotent: what was started keeps running, with the options as they are then.
function M.start()
  local enables = vim.lsp.enable and vim.lsp.config
  if enables then
    -- Only where somebody has called setup: what a user gives to vim.lsp.config must win over our defaults, which lsp/fencepost.lua has.
    if was_set_up then
      vim.lsp.config("fencepost", M.config())
    end
    vim.lsp.enable("fencepost") -- silent about a program that is missing, hence has_server below
  end
  if running then
    return
  end
  running = true
  local group = vim.api.nvim_create_augroup("fencepost", { clear = true })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = "*",
    callback = function(event)
      if not vim.tbl_contains(options.filetypes, event.match) then
        return
      end
      if enables then
        has_server()
      elseif not is_lspconfigs then
        M.attach(event.buf)
      end
    end,
  })
  -- Where Neovim does not watch files for servers.
  vim.api.nvim_create_autocmd("BufWritePost", { group = group, pattern = "fencepost.json", callback = function(event) M.reread(event.match) end })
end

function M.setup(given)
  options = vim.tbl_extend("force", options, given or {})
  told_missing, was_set_up = false, true
  M.start()
end

function M.restart()
  restarts = 0
  for _, client in ipairs(M.clients()) do
    stopping[client.id] = true
    vim.lsp.stop_client(client.id)
  end
  vim.wait(2000, function() return #M.clients() == 0 end, 20)
  started = {}
  attach_all()
end

-- ---- commands ----

-- Asks the server of the buffer; `done` gets the result.
function M.request(method, params, done, buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local client = M.clients({ buffer = buffer })[1]
  if not client then
    tell("no server runs for this buffer", vim.log.levels.WARN)
    return
  end
  local function answered(err, result)
    if err then
      tell(err.message or tostring(err), vim.log.levels.WARN)
    elseif done then
      done(result)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request(method, params, answered, buffer)
  else
    client.request(method, params, answered, buffer)
  end
end

local function execute(command, arguments, done)
  M.request("workspace/executeCommand", { command = command, arguments = arguments }, done)
end

function M.fix_all() execute("fencepost.fixAll", { vim.uri_from_bufnr(0) }) end

local chips
function M.targets()
  if not chips and vim.fn.executable(M.program()) == 1 then
    local read, rows = pcall(vim.fn.json_decode, vim.fn.system({ M.program(), "targets", "--output-format", "json" }))
    chips = read and vim.tbl_map(function(row) return row.chip end, rows) or nil
  end
  return chips or {}
end

function M.set_target(chip)
  local function choose(chosen)
    if chosen then
      execute("fencepost.setTarget", { chosen }, function() tell("checking for " .. chosen) end)
    end
  end
  if chip and chip ~= "" then
    choose(chip)
  else
    vim.ui.select(M.targets(), { prompt = "Check for:" }, choose)
  end
end

return M
