-- Runs inside Neovim, on a copy of tests/cli/files/race.mlir (see run.sh): a missing barrier, and a redundant one behind it.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local harness = dofile(here .. "/harness.lua")
local wait_for = harness.wait_for
local severity = vim.diagnostic.severity
local buffer = vim.api.nvim_get_current_buf()
local has_treesitter = vim.env.PARSER == "yes" and vim.treesitter ~= nil and vim.treesitter.start ~= nil

local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

-- The 0-based line and column of the first match of `pattern`.
local function place_of(pattern)
  for row, line in ipairs(lines()) do
    local column = line:find(pattern)
    if column then
      return row - 1, column - 1
    end
  end
  error("not in the buffer: " .. pattern)
end

local function go_to(pattern)
  local row, column = place_of(pattern)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
end

local function found(code)
  return vim.tbl_filter(function(diagnostic) return diagnostic.code == code or diagnostic.message:match(code) ~= nil end, vim.diagnostic.get(buffer))
end

local tests = {}

function tests.filetype()
  assert(vim.bo.filetype == "mlir", vim.bo.filetype)
  assert(vim.bo.commentstring == "// %s" or vim.bo.commentstring == "//\\ %s", vim.bo.commentstring)
end

function tests.diagnostics()
  wait_for("diagnostics", function() return #vim.diagnostic.get(buffer) == 2 end)
  table.sort(vim.diagnostic.get(buffer), function(a, b) return a.lnum < b.lnum end)
  local row, column = place_of("memref%.load")
  local race = vim.tbl_filter(function(diagnostic) return diagnostic.lnum == row end, vim.diagnostic.get(buffer))[1]
  assert(race and race.col == column and race.severity == severity.ERROR and race.source == "fencepost", vim.inspect(vim.diagnostic.get(buffer)))
  assert(race.message:match("no barrier is between them"), race.message)
end

-- As the user does: another window, and a write.
local function configure(text)
  vim.cmd("split " .. vim.fn.fnameescape(vim.fn.getcwd() .. "/fencepost.json"))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { text })
  vim.cmd("silent write | close")
end

function tests.configuration()
  configure('{"ignore": ["redundant-barrier"]}')
  wait_for("one diagnostic less", function() return #vim.diagnostic.get(buffer) == 1 end)
  configure("{}")
  wait_for("both diagnostics", function() return #vim.diagnostic.get(buffer) == 2 end)
end

function tests.hover()
  go_to("memref%.load")
  vim.lsp.buf.hover()
  local text
  wait_for("a hover window", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
    return false
  end)
  assert(text:match("read of %%lds") and text:match("line %d writes it: not ordered"), text)
end

-- The group that colours a place: of the parser's capture, else of the syntax file.
local function group_at(pattern)
  local row, column = place_of(pattern)
  if has_treesitter and vim.treesitter.get_captures_at_pos then
    local names = vim.tbl_map(function(capture) return capture.capture end, vim.treesitter.get_captures_at_pos(buffer, row, column))
    return names[#names]
  end
  return vim.fn.synIDattr(vim.fn.synID(row + 1, column + 1, true), "name")
end

function tests.highlight_groups()
  local parsed = has_treesitter and vim.treesitter.get_captures_at_pos ~= nil
  if parsed then
    wait_for("the parser", function()
      vim.treesitter.get_parser(buffer, "mlir"):parse()
      return group_at("memref%.store") ~= nil
    end)
  end
  for pattern, groups in pairs({
    ["memref%.store"] = { "function.builtin", "mlirOp" },
    ["%%lds"] = { "variable", "mlirValue" },
    ["@exchange"] = { "function", "mlirSymbol" },
    ["f32"] = { "type.builtin", "mlirType" },
    ["//"] = { "comment", "mlirComment" },
    ["gpu%.barrier"] = { "function.builtin", "mlirSync" },
  }) do
    local group = group_at(pattern)
    assert(group == groups[parsed and 1 or 2], pattern .. " has " .. tostring(group))
  end
end

-- What a query captures: lists of { first row, last row, text of the first line } by name; rows from 0.
local function captures(kind)
  local get = vim.treesitter.query and (vim.treesitter.query.get or vim.treesitter.query.get_query) or vim.treesitter.get_query
  local query, found = get("mlir", kind), {}
  local root = vim.treesitter.get_parser(buffer, "mlir"):parse()[1]:root()
  for id, node in query:iter_captures(root, buffer, 0, -1) do
    local name, row, column, end_row, end_column = query.captures[id], node:range()
    found[name] = found[name] or {}
    table.insert(found[name], { row, end_row, vim.api.nvim_buf_get_text(buffer, row, column, end_row, end_column, {})[1] })
  end
  return found
end

local function assert_captured(list, row, end_row, text)
  for _, capture in ipairs(list or {}) do
    if capture[1] == row and capture[2] == end_row and vim.startswith(capture[3], text) then
      return
    end
  end
  error(("%s is not captured on lines %d to %d, but %s"):format(text, row + 1, end_row + 1, vim.inspect(list)))
end

-- Of race.mlir: the module is lines 2 to 14, the kernel 3 to 13, its body begins on line 4.
function tests.queries()
  if vim.env.PARSER ~= "yes" then
    return
  end
  local folds = captures("folds").fold
  assert_captured(folds, 1, 13, "{")
  assert_captured(folds, 3, 12, "{")
  local locals = captures("locals")
  assert_captured(locals["local.scope"], 3, 12, "{")
  assert_captured(locals["local.definition"], 4, 4, "%t")
  assert_captured(locals["local.reference"], 7, 7, "%t")
  assert_captured(locals["local.reference"], 7, 7, "%lds")
  local objects = captures("textobjects")
  assert_captured(objects["function.outer"], 2, 12, "gpu.func @exchange")
  assert_captured(objects["function.inner"], 3, 12, "{")
  assert_captured(objects["block.outer"], 2, 12, "gpu.func @exchange")
  assert_captured(objects["parameter.inner"], 2, 2, "%v")
  assert_captured(objects["comment.outer"], 0, 0, "// Two waves")
  local tags = captures("tags")
  assert_captured(tags["definition.function"], 2, 12, "gpu.func @exchange")
  assert_captured(tags.name, 2, 2, "@exchange")
end

-- With the plugin that reads them, where it is: `vaf` over the kernel.
function tests.textobjects()
  local found, select = pcall(require, "nvim-treesitter-textobjects.select")
  if not found then
    return
  end
  go_to("memref%.load")
  select.select_textobject("@function.outer", "textobjects")
  local first, last = vim.fn.line("v"), vim.fn.line(".")
  vim.cmd("normal! \27")
  assert(math.min(first, last) == 3 and math.max(first, last) == 13, first .. " to " .. last)
end

function tests.fold()
  if not (has_treesitter and vim.treesitter.foldexpr) then
    return
  end
  assert(vim.wo.foldmethod == "expr")
  local row = place_of("memref%.load")
  wait_for("folds", function()
    vim.cmd("normal! zx")
    return vim.fn.foldlevel(row + 1) > 0
  end)
  vim.api.nvim_win_set_cursor(0, { row + 1, 0 })
  vim.cmd("normal! zc")
  assert(vim.fn.foldclosed(row + 1) > 0 and vim.fn.foldclosed(row + 1) <= row + 1)
  vim.cmd("normal! zR")
end

function tests.picture()
  go_to("memref%.load")
  vim.cmd("FencepostShow")
  local function text()
    local shown = vim.fn.bufnr("fencepost://kernel")
    return shown ~= -1 and table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, false), "\n") or ""
  end
  wait_for("the picture", function() return text():match("exchange") ~= nil end)
  assert(text():match("missing"), text())
  assert(vim.api.nvim_get_current_buf() == buffer)
  vim.cmd("only")
end

function tests.target()
  assert(#require("fencepost").targets() > 20)
  vim.cmd("FencepostTarget gfx1201")
  wait_for("a message about the target", function() return messages[#messages] == "fencepost: checking for gfx1201" end)
  vim.cmd("FencepostTarget pdp11")
  wait_for("a message about a target that is none", function() return (messages[#messages] or ""):match("no chip is called pdp11") ~= nil end)
  local offered
  vim.ui.select = function(items, _, on_choice)
    offered = items
    on_choice(nil)
  end
  vim.cmd("FencepostTarget")
  assert(vim.tbl_contains(offered, "gfx942"))
  assert(vim.tbl_contains(vim.fn.getcompletion("FencepostTarget gfx94", "cmdline"), "gfx942"))
end

-- As the user does: cursor on the diagnostic, code action, choose. Only the menu is replaced.
function tests.code_action()
  local before = lines()
  wait_for("diagnostics of the new target", function() return #found("no barrier is between") == 1 end)
  local diagnostic = found("no barrier is between")[1]
  vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
  vim.ui.select = function(items, opts, on_choice)
    for index, item in ipairs(items) do
      if (opts.format_item or tostring)(item):lower():match("^insert") then
        return on_choice(item, index)
      end
    end
    error("no action inserts: " .. vim.inspect(vim.tbl_map(opts.format_item, items)))
  end
  vim.lsp.buf.code_action()
  wait_for("the fix", function() return #lines() > #before end)
  wait_for("no race", function() return #found("no barrier is between") == 0 end)
end

function tests.fix_all()
  vim.cmd("undo")
  wait_for("the race again", function() return #found("no barrier is between") == 1 end)
  vim.cmd("FencepostFixAll")
  wait_for("a text without findings", function()
    return #vim.tbl_filter(function(diagnostic) return diagnostic.severity <= severity.WARN end, vim.diagnostic.get(buffer)) == 0
  end)
  vim.cmd("silent write")
  local path = vim.api.nvim_buf_get_name(buffer)
  assert(vim.deep_equal(vim.fn.readfile(path), lines()))
  vim.fn.system({ vim.env.PROGRAM, "lint", path })
  assert(vim.v.shell_error == 0)
end

function tests.restart()
  local id = require("fencepost").clients()[1].id
  vim.cmd("FencepostRestart")
  wait_for("another server", function()
    local clients = require("fencepost").clients({ buffer = buffer })
    return #clients == 1 and clients[1].id ~= id
  end)
end

function tests.crash()
  local id = require("fencepost").clients()[1].id
  local children = vim.fn.systemlist({ "pgrep", "-P", tostring(vim.fn.getpid()), "-f", "fencepost lsp" })
  assert(#children == 1, vim.inspect(children))
  vim.loop.kill(tonumber(children[1]), 9)
  local function told() return vim.tbl_filter(function(message) return message:match("is started anew") end, messages) end
  wait_for("a message", function() return #told() > 0 end)
  assert(#told() == 1)
  wait_for("another server", function()
    local clients = require("fencepost").clients({ buffer = buffer })
    return #clients == 1 and clients[1].id ~= id
  end)
end

function tests.health()
  vim.cmd("silent checkhealth fencepost")
  local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  assert(report:match("fencepost %d+%.%d+%.%d+") and not report:match("ERROR"), report)
  assert(not has_treesitter or report:match("tree%-sitter parser: "), report)
  assert(report:match("configuration: .*fencepost%.json"), report)
end

harness.run("plugin", function()
  for _, name in ipairs({
    "filetype", "diagnostics", "configuration", "hover", "highlight_groups", "queries", "textobjects", "fold", "picture", "target", "code_action", "fix_all", "restart", "crash", "health",
  }) do
    local ok, message = xpcall(tests[name], debug.traceback)
    assert(ok, name .. ": " .. tostring(message))
  end
end)
