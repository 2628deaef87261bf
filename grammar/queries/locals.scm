; What an op's own syntax binds (arguments of functions, induction variables) is a value_use here: the grammar knows no op.

(region) @local.scope
(section) @local.scope

(value_def) @local.definition
(block_def) @local.definition
(attribute_alias name: (attribute_id) @local.definition)
(type_alias name: (type_id) @local.definition)

(value_use) @local.reference
(block_ref) @local.reference
(attribute_id) @local.reference
(type_id) @local.reference
