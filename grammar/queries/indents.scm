[(region) (dictionary) (paren_group) (square_group) (file_metadata)] @indent.begin

["}" ")" "]" "#-}"] @indent.branch @indent.end

(block_label) @indent.dedent
