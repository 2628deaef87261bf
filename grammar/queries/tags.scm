; The first symbol of an op with a region names it; symbols of other ops refer to one.

; An editor compiles a pattern against all states of the grammar, which takes seconds for each: no pattern stands twice.
(op name: (op_name) . (keyword)? . (symbol_ref) @name region: (region)) @definition.function
(op name: (op_name) . (symbol_ref) @name . (paren_group)) @reference.call
