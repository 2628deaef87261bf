(region) @fold
(file_metadata) @fold
(dictionary) @fold
