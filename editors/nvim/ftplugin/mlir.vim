if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:// commentstring=//\ %s
setlocal iskeyword+=.,$
let b:undo_ftplugin = 'setlocal comments< commentstring< iskeyword<'
lua require("fencepost.buffer").setup()
