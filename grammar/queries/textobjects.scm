; An op with a symbol and a region is what a function or module is elsewhere. Neovim's plugins say outer and inner, Helix says around and inside.

(op (symbol_ref) region: (region) @function.inner @function.inside) @function.outer @function.around
(op region: (region) @block.inner) @block.outer
(paren_group (value_use) @parameter.inner @parameter.inside)
(comment) @comment.outer @comment.around @comment.inside
