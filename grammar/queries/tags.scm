; The symbol of an op with a region names it; symbols of other ops with operands refer to one.

; A program compiles a pattern against all states of the grammar, which takes seconds where it has two children: only one does.
(op (symbol_ref) @name region: (region)) @definition.function
((op !region (symbol_ref) @name) @reference.call (#match? @reference.call "^[^@]*[@][^ (]+[(]"))
