/**
 * MLIR, as far as all dialects agree.
 *
 * An op is a name and a flat row of tokens and brackets; README.md documents the tree. Where an op ends and which `{` opens a
 * region is decided by the external scanner (src/scanner.c), so no conflict is left to the parser.
 *
 * The grammar is total: wherever text is missing or makes no sense it has a place for an `incomplete` or `unexpected` node,
 * so damage stays inside the op that has it and the parser's own search for a repair hardly ever runs.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const SUFFIX_ID = /[a-zA-Z_$.\-][\w$.\-]*|[0-9]+/;

/**
 * One or more of `rule` as few nodes: a plain repeat() costs the parser a hidden node for each element, this one a node for
 * each ROW_LENGTH of them. Fields and aliases must stay outside.
 */
const ROW_LENGTH = 12;
const row = rule => prec.right(choice(...Array.from({ length: ROW_LENGTH }, (_, i) => seq(...Array(i + 1).fill(rule)))));

/** A bracket group of a few atoms without a node for their row. */
const short = (length, open, rule, close) =>
  prec(1, choice(...Array.from({ length }, (_, i) => seq(open, ...Array(i + 1).fill(rule), close))));

/** A few of `rule` without a node for their row; more of them are the caller's to allow. */
const few = (length, rule) => prec(1, choice(...Array.from({ length }, (_, i) => seq(...Array(i + 1).fill(rule)))));

module.exports = grammar({
  name: 'mlir',

  extras: $ => [/[ \t\r\n\f\v\x00]/, $.comment],

  // The order is that of `enum token` in src/scanner.c.
  externals: $ => [
    $.comment,
    $._file_start,
    $._op_end,
    $._typed,
    $._named,
    $._region_open,
    $._region_close,
    $._stray_brace,
    $.section_split,
    $._unclosed_paren,
    $._unclosed_square,
    $._unclosed_angle,
    $._unclosed_dictionary,
    $._braces_counted,
    $._unclosed_region,
    $._no_dictionary,
    $._no_name,
    $._no_equals,
    $._no_value,
    $._no_colon,
    $._stretch_begin,
    $._stretch_end,
    $._long_stretch_begin,
    $._long_stretch_end,
  ],

  inline: $ => [$._typed_part, $._punctuation, $._group, $._literal, $._result],

  rules: {
    source_file: $ => seq($._file_start, optional($.section), repeat(seq($.section_split, optional($.section)))),

    section: $ => repeat1(choice(
      $.op,
      $.attribute_alias,
      $.type_alias,
      $.file_metadata,
      alias($._stray_row, $.unexpected),
      $.block_label,
      alias('}', $.unexpected),
    )),

    // ---- ops -------------------------------------------------------------------------------------------------------------

    op: $ => seq(
      optional(field('results', $.results)),
      field('name', choice(
        alias($.keyword, $.op_name),
        alias($.string, $.op_name),
        alias($._no_name, $.incomplete),
      )),
      choice(
        few(3, $._untyped_atom),
        repeat($._untyped_part),
        $._named, // never comes, like `_typed`: they tell the scanner where the parser is
      ),
      // Once types or a region have come, some beginnings of a line cannot continue the op any more.
      optional(seq(choice($._types_begin, field('region', $.region)), choice(few(2, $._typed_atom), repeat($._typed_part)))),
      $._op_end,
    ),

    _types_begin: _ => choice(':', '->'),

    results: $ => seq(
      $._result,
      repeat(seq(',', $._result)),
      choice('=', alias($._no_equals, $.incomplete)),
    ),
    _result: $ => seq(choice(alias($.value_use, $.value_def), alias($._no_value, $.incomplete)), optional($.result_count)),
    result_count: _ => token(seq(':', /[ \t\r\n]*[0-9]+/)),

    _untyped_part: $ => choice(
      $._untyped_row,
      $._op_attributes,
      alias(choice(')', ']', '>'), $.unexpected),
    ),
    _typed_part: $ => choice(
      $._typed,
      $._typed_row,
      field('region', $.region),
      $._op_attributes,
      $._successor,
      alias(choice(')', ']', '>'), $.unexpected),
    ),

    _successor: $ => prec(1, seq('>', $.block_ref)), // of wasmssa ops, `}> ^bb1`

    // Always a dictionary, whatever is in it.
    _op_attributes: $ => seq(alias('attributes', $.keyword), choice($.dictionary, $._no_dictionary)),

    // A line that cannot start anything.
    _stray_row: $ => prec.right(seq(
      choice(
        $.symbol_ref, $.attribute_id, $.type_id, $.builtin_type, $.integer, $.float, $.boolean, $.shape,
        $.trailing_location, $.unexpected, $.region, $._op_attributes, $._group, $._punctuation, ':', '->', '>=',
        alias(choice(')', ']', '>'), $.unexpected),
      ),
      repeat($._typed_part),
      $._op_end,
    )),

    // After an edit the parser takes nodes up again that stand behind it, save those that begin or end with what `repeat` makes: these it takes apart, down to
    // each element. So ops stand in stretches and these in long ones, between tokens of no width; the text itself says where.
    region: $ => seq(
      alias($._region_open, '{'),
      repeat($._region_row),
      repeat($._stretch),
      repeat($._long_stretch),
      choice(alias($._region_close, '}'), alias($._unclosed_region, $.incomplete)),
    ),
    _long_stretch: $ => seq($._long_stretch_begin, repeat($._region_row), repeat($._stretch), $._long_stretch_end),
    _stretch: $ => seq($._stretch_begin, repeat($._region_row), $._stretch_end),
    _region_row: $ => row($._region_item),
    _region_item: $ => choice(
      $.op,
      alias($._stray_row, $.unexpected),
      $.block_label,
      alias($._stray_brace, $.unexpected),
    ),

    block_label: $ => seq(
      field('name', alias($.block_ref, $.block_def)),
      optional($.block_args),
      choice(':', alias($._no_colon, $.incomplete)),
    ),
    block_args: $ => seq(
      '(',
      repeat(choice(alias($.value_use, $.value_def), $._token, ':', '->', '>=', alias('attributes', $.keyword), alias(choice(']', '}', '>'), $.unexpected))),
      choice(')', alias($._unclosed_paren, $.incomplete)),
    ),

    // ---- aliases and metadata --------------------------------------------------------------------------------------------

    attribute_alias: $ => prec(1, seq(field('name', $.attribute_id), '=', repeat($._typed_part), $._op_end)),
    type_alias: $ => prec(1, seq(field('name', $.type_id), '=', repeat($._typed_part), $._op_end)),
    file_metadata: $ => seq(
      '{-#',
      repeat(choice($._row, alias(choice(')', ']', '>', '}'), $.unexpected))),
      choice('#-}', alias($._unclosed_dictionary, $.incomplete)),
    ),

    // ---- what ops are made of --------------------------------------------------------------------------------------------

    _untyped_row: $ => row($._untyped_atom),
    _typed_row: $ => row($._typed_atom),
    _row: $ => row($._atom),
    _angle_row: $ => row($._angle_atom),
    _dictionary_row: $ => row($._dictionary_atom),

    _untyped_atom: $ => choice($.value_use, $._token, '>='),
    _typed_atom: $ => choice($._untyped_atom, ':', '->'),
    _atom: $ => choice($._typed_atom, alias('attributes', $.keyword)),
    _angle_atom: $ => choice($.value_use, $._token, ':', '->', alias('attributes', $.keyword)),
    _dictionary_atom: $ => choice($.value_use, $._token, ':', '>=', $._dictionary_arrow, alias('attributes', $.keyword)),
    // Behind the type of a result a region may stand: `objects({#target if(%d: !device) -> i1 {..} ordinal(0) = [..]})`.
    _dictionary_arrow: $ => prec.right(choice('->', seq('->', $.builtin_type, optional(field('region', $.region))))),
    _token: $ => choice(
      $.keyword,
      $.symbol_ref,
      $.block_ref,
      $.attribute_id,
      $.type_id,
      $.builtin_type,
      $.trailing_location,
      $.unexpected,
      $._literal,
      $._group,
      $._punctuation,
    ),

    _literal: $ => choice($.integer, $.float, $.boolean, $.string, $.shape),
    _group: $ => choice($.paren_group, $.square_group, $.angle_group, $.dictionary),
    _punctuation: $ => choice(',', '=', '=>', '==', '!=', '<=', '?', '*', '+', '-', '/', '|', '&', '::', '...', alias(token(/<-[ \t]/), '<-')),

    paren_group: $ => choice(
      short(3, '(', $._atom, ')'),
      seq(
        '(',
        optional(seq(field('region', $.region), repeat(seq(',', field('region', $.region))))),
        repeat(choice($._row, alias(choice(']', '}', '>'), $.unexpected))),
        choice(')', alias($._unclosed_paren, $.incomplete)),
      ),
    ),
    square_group: $ => choice(
      short(3, '[', $._atom, ']'),
      seq(
        '[',
        repeat(choice($._row, alias(choice('}', '>'), $.unexpected))),
        choice(']', alias($._unclosed_square, $.incomplete)),
      ),
    ),
    angle_group: $ => choice(
      short(5, '<', $._angle_atom, '>'),
      seq(
        '<',
        repeat(choice($._angle_row, alias('}', $.unexpected))),
        choice('>', alias($._unclosed_angle, $.incomplete)),
      ),
    ),
    dictionary: $ => choice(
      short(3, '{', $._dictionary_atom, '}'),
      seq(
        '{',
        repeat(choice($._dictionary_row, $._braces_counted, alias(choice(')', ']', '>'), $.unexpected))),
        choice('}', alias($._unclosed_dictionary, $.incomplete)),
      ),
    ),
    trailing_location: $ => seq(
      'loc(',
      repeat(choice($._row, alias(choice(']', '}', '>'), $.unexpected))),
      choice(')', alias($._unclosed_paren, $.incomplete)),
    ),

    // ---- tokens ----------------------------------------------------------------------------------------------------------

    comment: _ => token(seq('//', /[^\n]*/)),

    value_use: _ => token(seq('%', SUFFIX_ID, optional(/#[0-9]+/))),
    symbol_ref: _ => {
      const part = seq('@', choice(/[a-zA-Z_][\w$.]*/, /"([^"\\\n]|\\[^\n])*"/));
      return token(seq(part, repeat(seq('::', part))));
    },
    block_ref: _ => token(seq('^', SUFFIX_ID)),
    attribute_id: _ => token(seq('#', SUFFIX_ID)),
    type_id: _ => token(seq('!', SUFFIX_ID)),

    // Of tokens of the same length the first one here wins.
    builtin_type: _ => token(choice(
      /[su]?i[1-9][0-9]*/,
      /b?f16|tf32|f(32|64|80|128)/,
      /f[468]E[0-9]+M[0-9]+(FN|FNU|FNUZ|B11FNUZ)?/,
      'index', 'none', 'memref', 'tensor', 'vector', 'complex', 'tuple',
    )),
    boolean: _ => token(choice('true', 'false')),
    keyword: _ => /[a-zA-Z_$][\w$.]*/,
    integer: _ => token(choice(/[0-9]+/, /0x[0-9a-fA-F]+/)),
    float: _ => /[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?/,
    string: _ => /"([^"\\\n]|\\[^\n])*"/,
    shape: _ => /(([0-9]+|\[[0-9]+\]|\?|\*)x)+([0-9]+|\?)?/,

    // Anything no other token can be: a lone sigil, a byte from nowhere, the quote of an unfinished string. What follows such a quote in its line is read as usual,
    // lest a brace at the line's end is lost; not so where a backslash is in it, because then another look for the end of a string would begin at each quote.
    unexpected: _ => token(choice('"', /"[^"\\\n]*(\\[^\n][^"\\\n]*)+/, /[^\s\w"(){}\[\]<>,:=?*+\-\/|&\x00]/)),
  },
});
