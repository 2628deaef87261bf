"""Colours for MLIR on the site: Pygments has no lexer for it. mkdocs.yml names this file as a hook, which is read before any page."""
import sys

from pygments.lexer import RegexLexer, bygroups
from pygments.lexers import LEXERS
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class MlirLexer(RegexLexer):
    name = "MLIR"
    aliases = ["mlir"]
    filenames = ["*.mlir"]
    tokens = {
        "root": [
            (r"//.*", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (r"[%^][\w$.-]+(#\d+)?", Name.Variable),
            (r'@("[^"]*"|[\w$.]+)', Name.Function),
            (r"[#!][A-Za-z_][\w$.]*", Name.Decorator),
            (r"\b(memref|vector|tensor|tuple|complex)(?=<)", Keyword.Type),
            (r"\b(index|none|bf16|tf32|[su]?i\d+|f\d+\w*)\b", Keyword.Type),
            (r"(\d+|\?)(x)", bygroups(Number, Punctuation)),
            (r"-?\b(0x[0-9A-Fa-f]+|\d+(\.\d*([eE][-+]?\d+)?)?)\b", Number),
            (r"\b[a-z_]\w*(\.[\w$]+)*[._](barrier|fence|wait|signal|arrive|join|leave)[\w.$]*", Keyword.Reserved),
            (r"\b[a-z_]\w*(\.[A-Za-z_][\w$]*)+", Keyword),
            (r"\b(true|false|unit|dense|array|affine_map|affine_set|strided|offset|attributes|kernel|workgroup|private|to|step|iter_args|module)\b", Keyword.Constant),
            (r"->|::|[=:,]", Operator),
            (r"[{}\[\]()<>]", Punctuation),
            (r"\s+|.", Text),
        ]
    }


sys.modules["fencepost_mlir_lexer"] = sys.modules[__name__] if __name__ in sys.modules else type(sys)("fencepost_mlir_lexer")
sys.modules["fencepost_mlir_lexer"].MlirLexer = MlirLexer
sys.modules["fencepost_mlir_lexer"].__all__ = ["MlirLexer"]
LEXERS["MlirLexer"] = ("fencepost_mlir_lexer", "MLIR", ("mlir",), ("*.mlir",), ())
