; An op with a symbol and a region is what a function or module is elsewhere.

(op (symbol_ref) region: (region) @function.inner) @function.outer
(op region: (region) @block.inner) @block.outer
(paren_group (value_use) @parameter.inner)
(comment) @comment.outer
