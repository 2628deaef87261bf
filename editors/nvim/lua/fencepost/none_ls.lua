-- A source for none-ls, for those who run no other language server: the findings of `fencepost lint`.
--     require("null-ls").setup({ sources = { require("fencepost.none_ls") } })
local null_ls = require("null-ls")
local fencepost = require("fencepost")
local severities = { error = 1, warning = 2, information = 3, hint = 4 }

-- Columns of the report count characters, those of none-ls bytes; both from 1.
local function byte_column(line, column)
  local byte, seen = 1, 1
  while seen < column and byte <= #line do
    byte = byte + 1
    if (line:byte(byte) or 0) < 0x80 or line:byte(byte) >= 0xC0 then
      seen = seen + 1
    end
  end
  return byte
end

local function diagnostics(params)
  return vim.tbl_map(function(finding)
    local first, last = finding.range.start, finding.range["end"]
    return {
      row = first.line,
      col = byte_column(params.content[first.line] or "", first.column),
      end_row = last.line,
      end_col = byte_column(params.content[last.line] or "", last.column),
      source = "fencepost",
      code = finding.rule,
      message = finding.message,
      severity = severities[finding.level],
    }
  end, params.output and params.output.findings or {})
end

return {
  name = "fencepost",
  method = null_ls.methods.DIAGNOSTICS,
  filetypes = fencepost.options().filetypes,
  generator = null_ls.generator({
    command = function() return fencepost.program() end,
    args = { "lint", "--exit-zero", "--output-format", "json", "--stdin-filename", "$FILENAME", "-" },
    to_stdin = true,
    format = "json",
    on_output = diagnostics,
  }),
}
