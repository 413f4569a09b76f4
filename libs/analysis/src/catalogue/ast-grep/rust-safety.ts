import { SOURCE_TARGETS } from '../tool';
import { contains, field, node, patternTool, within } from './pattern-rule';
import { SQL_TEXT, SQL_WORDS } from './shapes';

export const rustSafety = patternTool({
  id: 'rust-safety',
  name: 'Rust safety',
  description: 'Finds unexplained unsafe code, undefined behaviour, injection, weak cryptography and panics on outside data in Rust.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['rust'],
  files: ['**/*.rs'],
  advice: 'Use the safe form, or write down why this use is sound.',
  shapes: {
    'sql-text': SQL_TEXT,
    // Only a cast turns the address of a function into a function.
    'to-function': {
      any: [{ has: { field: 'function', regex: '\\bfn\\s*\\(' } }, { has: { field: 'arguments', regex: '(?i)dlsym|get_?proc_?addr' } }, within({ any: [{ kind: 'static_item' }, { kind: 'const_item' }, { kind: 'let_declaration' }], has: { field: 'type', regex: '\\bfn\\s*\\(' } })],
    },
    'safety-comment': { any: [{ kind: 'line_comment' }, { kind: 'block_comment' }], regex: '(?i)safety' },
    // The comment stands before the statement, before the expression, or is the first thing inside the block.
    explained: {
      any: [
        { follows: { matches: 'safety-comment', stopBy: { not: { any: [{ kind: 'line_comment' }, { kind: 'block_comment' }, { kind: 'attribute_item' }] } } } },
        contains({ matches: 'safety-comment' }),
        {
          inside: {
            any: [{ kind: 'let_declaration' }, { kind: 'expression_statement' }, { kind: 'assignment_expression' }, { kind: 'static_item' }, { kind: 'const_item' }, { kind: 'match_arm' }, { kind: 'return_expression' }, { kind: 'field_initializer' }],
            stopBy: { kind: 'block' },
            follows: { matches: 'safety-comment', stopBy: { not: { any: [{ kind: 'line_comment' }, { kind: 'block_comment' }, { kind: 'attribute_item' }] } } },
          },
        },
      ],
    },
    'in-test': {
      any: [
        within({ kind: 'mod_item', follows: { kind: 'attribute_item', regex: 'cfg\\((all\\()?test', stopBy: { not: { any: [{ kind: 'attribute_item' }, { kind: 'line_comment' }] } } } }),
        within({ kind: 'function_item', follows: { kind: 'attribute_item', regex: '(^#\\[|::)(test|bench)\\b', stopBy: { not: { any: [{ kind: 'attribute_item' }, { kind: 'line_comment' }] } } } }),
      ],
    },
  },
  rules: {
    'unexplained-unsafe': {
      severity: 'low',
      cwe: 'CWE-758',
      title: 'An unsafe block without a SAFETY comment',
      fix: 'Write above it, after // SAFETY:, why the conditions of each unsafe operation hold.',
      needs: 'unsafe',
      match: node('unsafe_block', { not: { matches: 'explained' } }, { not: { matches: 'in-test' } }, { not: within({ kind: 'unsafe_block' }) }),
    },
    'unexplained-send-or-sync': {
      severity: 'low',
      cwe: 'CWE-362',
      title: 'Send or Sync is promised without a SAFETY comment',
      fix: 'Write above it, after // SAFETY:, why the type may cross or be shared between threads.',
      needs: 'unsafe',
      match: node('impl_item', field('trait', '^(Send|Sync|std::marker::(Send|Sync))$'), { regex: '^unsafe\\b' }, { not: { matches: 'explained' } }),
    },
    transmute: {
      severity: 'low',
      cwe: 'CWE-843',
      title: 'transmute reinterprets bytes as another type',
      fix: 'Use from_ne_bytes, to_bits, as, or a checked crate such as bytemuck.',
      needs: 'transmute',
      match: node('call_expression', field('function', '(^|mem::)transmute(_copy)?(::<|$)'), { not: { matches: 'in-test' } }, { not: { matches: 'to-function' } }),
    },
    'uninitialised-memory': {
      severity: 'high',
      cwe: 'CWE-908',
      title: 'A value is made of uninitialised memory',
      fix: 'Initialise it, or keep it in MaybeUninit until every byte is written.',
      needs: 'uninit',
      match: {
        any: [node('call_expression', field('function', '(^|mem::)uninitialized(::<|$)')), node('call_expression', field('function', 'MaybeUninit(::<.+>)?::uninit\\(\\)\\s*\\.assume_init$'))],
      },
    },
    'unchecked-access': {
      severity: 'low',
      cwe: 'CWE-125',
      title: 'A bounds or validity check is skipped',
      fix: 'Use the checked form (get, from_utf8, unwrap) unless a measurement shows that the check costs too much.',
      needs: '_unchecked',
      match: node('call_expression', field('function', '(\\.(get_unchecked(_mut)?|unwrap_unchecked)|(^|::)from_utf8_unchecked|(^|::)unreachable_unchecked)$'), { not: { matches: 'in-test' } }),
    },
    'mutable-static': {
      severity: 'low',
      cwe: 'CWE-362',
      title: 'A static mut may be changed by several threads at once',
      fix: 'Use an atomic, a Mutex, or OnceLock.',
      needs: 'static\\s+mut',
      match: node('static_item', { has: { kind: 'mutable_specifier' } }),
    },
    'leaked-value': {
      severity: 'low',
      cwe: 'CWE-401',
      title: 'mem::forget keeps the value from ever being released',
      fix: 'Use ManuallyDrop or into_raw, which say who releases it.',
      needs: 'forget',
      match: node('call_expression', field('function', '(^|::)mem::forget$'), { not: { matches: 'in-test' } }),
    },
    'sql-built-from-values': {
      severity: 'low',
      cwe: 'CWE-89',
      title: 'An SQL statement is built from values',
      fix: 'Bind the values: sqlx::query("… WHERE id = $1").bind(id).',
      needs: SQL_WORDS,
      match: node('macro_invocation', field('macro', '^format$'), { has: { kind: 'token_tree', has: { nthChild: 1, kind: 'string_literal', all: [{ matches: 'sql-text' }, { regex: '\\{[a-z_0-9]*(:[^}]*)?\\}' }] } } }, { not: { matches: 'in-test' } }),
    },
    'shell-command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A shell runs a command that is not constant',
      fix: 'Start the program directly with Command::new and pass the values with arg.',
      needs: 'Command',
      match: {
        any: [
          node('call_expression', field('function', '(?s)Command::new\\(\\s*"(/bin/)?(ba|z)?sh"\\s*\\)\\s*\\.arg\\(\\s*"-c"\\s*\\)\\s*\\.arg$'), { has: { field: 'arguments', has: { nthChild: 1, not: { kind: 'string_literal' } } } }),
          node('call_expression', field('function', '(?s)Command::new\\(\\s*"(/bin/)?(ba|z)?sh"\\s*\\)\\s*\\.args$'), field('arguments', '"-c"'), { has: { field: 'arguments', ...contains({ kind: 'array_expression', has: { nthChild: { position: 1, reverse: true }, not: { kind: 'string_literal' } } }) } }),
        ],
      },
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates or host names are not verified',
      fix: 'Remove the call; add a private authority with add_root_certificate.',
      needs: 'danger_accept|set_verify',
      match: {
        any: [node('call_expression', field('function', '\\.danger_accept_invalid_(certs|hostnames)$'), field('arguments', '^\\(\\s*true\\s*\\)$')), node('call_expression', field('function', '\\.set_verify$'), field('arguments', 'SslVerifyMode::NONE'))],
      },
    },
    'weak-hash': {
      severity: 'low',
      cwe: 'CWE-328',
      title: 'MD5 or SHA-1 is used',
      fix: 'Use sha2 or blake3, or argon2 for passwords.',
      needs: 'md5|sha1',
      match: node('call_expression', field('function', '^((md5::)?Md5::(new|digest)|md5::compute|(sha1::)?Sha1::(new|digest)|MessageDigest::(md5|sha1))$')),
    },
    'panic-on-outside-data': {
      severity: 'low',
      cwe: 'CWE-248',
      title: 'Bad input or environment ends the program with a panic',
      fix: 'Return the error with ?, or give a default with unwrap_or.',
      needs: '\\.unwrap\\(',
      match: node('call_expression', field('function', '(?s)(\\.parse(::<[^>]+>)?\\(\\)|env::(var|var_os)\\("[^"]*"\\)|(from_str|from_slice|from_reader)(::<[^>]+>)?\\([^()]*\\)|args\\(\\)\\s*\\.nth\\(\\d+\\)|read_line\\([^()]*\\))\\s*\\.unwrap$'), { not: { matches: 'in-test' } }),
    },
  },
});
