" For a Neovim without the tree-sitter parser (see the file build): what can be told apart line by line.
if exists('b:current_syntax')
  finish
endif
syntax match mlirOp /\<[a-z_][A-Za-z0-9_]*\(\.[A-Za-z0-9_$]\+\)\+/
syntax match mlirSync /\<\S*\(barrier\|\.wait\|\.signal\|memory_counter_wait\)\S*/ contains=NONE
syntax match mlirValue /%[A-Za-z0-9_$.-]\+\(#\d\+\)\?/
syntax match mlirSymbol /@\("[^"]*"\|[A-Za-z_][A-Za-z0-9_$.]*\)/
syntax match mlirBlock /\^[A-Za-z0-9_$.-]\+/
syntax match mlirType /\<\([su]\?i\d\+\|b\?f\d\+\(E\d\+M\d\+[A-Z]*\)\?\|index\|none\|memref\|vector\|tensor\|tuple\|complex\)\>\|![A-Za-z][A-Za-z0-9_$.]*/
syntax match mlirAttribute /#[A-Za-z][A-Za-z0-9_$.]*/
syntax match mlirNumber /\<\d\+\(\.\d*\([eE][-+]\?\d\+\)\?\)\?\>\|\<0x\x\+\>/
syntax keyword mlirBoolean true false
syntax region mlirString start=/"/ skip=/\\./ end=/"/ oneline
syntax match mlirComment "//.*$" contains=@Spell
highlight default link mlirOp Function
highlight default link mlirSync Special
highlight default link mlirValue Identifier
highlight default link mlirSymbol Function
highlight default link mlirBlock Label
highlight default link mlirType Type
highlight default link mlirAttribute Constant
highlight default link mlirNumber Number
highlight default link mlirBoolean Boolean
highlight default link mlirString String
highlight default link mlirComment Comment
let b:current_syntax = 'mlir'
