; The most particular pattern comes last: where two match, editors take the later one.

(comment) @comment

(op_name) @function.builtin
(keyword) @keyword
(symbol_ref) @function
(block_def) @label
(block_ref) @label

(value_def) @variable
(value_use) @variable
(result_count) @number

(builtin_type) @type.builtin
(type_id) @type
(shape) @type.builtin
(attribute_id) @attribute

(integer) @number
(float) @number.float
(boolean) @boolean
(string) @string

; `name = value` in a dictionary, and `tag` alone
(dictionary (keyword) @property)

(attribute_alias name: (attribute_id) @attribute)
(type_alias name: (type_id) @type.definition)

["(" ")" "[" "]" "{" "}" "<" ">" "loc("] @punctuation.bracket
["{-#" "#-}"] @punctuation.special
["," ":" "::"] @punctuation.delimiter
["=" "->" "==" "!=" "<=" ">=" "=>" "<-" "+" "-" "*" "/" "|" "&" "?" "..."] @operator
(section_split) @punctuation.special

(unexpected) @error
