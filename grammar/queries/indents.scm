; Neovim's plugins say indent.begin and indent.end, Helix says indent and outdent.

[(region) (dictionary) (paren_group) (square_group) (file_metadata)] @indent.begin @indent

["}" ")" "]" "#-}"] @indent.branch @indent.end @outdent

(block_label) @indent.dedent @outdent
