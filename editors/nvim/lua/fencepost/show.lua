-- :FencepostShow: the picture of the kernel under the cursor, in a window beside it that follows the cursor and the text.
local M = {}

local NAME, DELAY_MS = "fencepost://kernel", 100
local picture -- buffer
local waiting = false

local function is_shown() return picture and vim.api.nvim_buf_is_valid(picture) and vim.fn.bufwinid(picture) ~= -1 end

local function fill(result)
  if not is_shown() then
    return
  end
  local text = result and result ~= vim.NIL and result.content or "no kernel is under the cursor"
  vim.api.nvim_buf_set_option(picture, "modifiable", true)
  vim.api.nvim_buf_set_lines(picture, 0, -1, false, vim.split(text, "\n", { plain = true }))
  vim.api.nvim_buf_set_option(picture, "modifiable", false)
end

local function ask()
  local buffer = vim.api.nvim_get_current_buf()
  if vim.api.nvim_buf_get_option(buffer, "filetype") ~= "mlir" then
    return
  end
  local client = require("fencepost").clients({ buffer = buffer })[1]
  local params = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-16")
  params.format = "text"
  require("fencepost").request("fencepost/show", params, fill, buffer)
end

-- Moves come in bursts.
local function follow()
  if waiting or not is_shown() then
    return
  end
  waiting = true
  vim.defer_fn(function()
    waiting = false
    if is_shown() then
      ask()
    end
  end, DELAY_MS)
end

function M.open()
  if not (picture and vim.api.nvim_buf_is_valid(picture)) then
    picture = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(picture, NAME)
    vim.api.nvim_buf_set_option(picture, "bufhidden", "hide")
    local group = vim.api.nvim_create_augroup("fencepost_show", { clear = true })
    vim.api.nvim_create_autocmd({ "CursorMoved", "TextChanged", "InsertLeave" }, { group = group, pattern = "*.mlir", callback = follow })
  end
  if not is_shown() then
    local here = vim.api.nvim_get_current_win()
    vim.cmd("botright vsplit")
    vim.api.nvim_win_set_buf(0, picture)
    vim.wo.wrap, vim.wo.number = false, false
    vim.api.nvim_set_current_win(here)
  end
  ask()
end

return M
