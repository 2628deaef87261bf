; An op with a symbol and a region is what a function or module is elsewhere. Neovim's plugins say outer and inner, Helix says around and inside.
; That the op has a symbol is asked of its text: a pattern of two children takes an editor seconds to compile.

((op region: (region) @function.inner @function.inside) @function.outer @function.around
  (#match? @function.outer "^\"?[a-zA-Z0-9_.]+\"?( [a-z_]+)* [@]"))
(op region: (region) @block.inner) @block.outer
(paren_group (value_use) @parameter.inner @parameter.inside)
(comment) @comment.outer @comment.around @comment.inside
