import { SOURCE_TARGETS } from '../tool';
import { contains, field, node, patternTool, within } from './pattern-rule';
import { SECRET_NAME, SQL_TEXT, SQL_WORDS } from './shapes';

export const phpSecurity = patternTool({
  id: 'php-security',
  name: 'PHP security',
  description: 'Finds injection, cross-site scripting, unsafe deserialization and inclusion, and switched-off checks in PHP code.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['php'],
  files: ['**/!(*Test).{php,phtml,inc}'],
  advice: 'Replace the construct by the safe form that PHP offers.',
  shapes: {
    'sql-text': SQL_TEXT,
    'secret-name': SECRET_NAME,
    'request-value': { kind: 'subscript_expression', regex: '^\\$_(GET|POST|REQUEST|COOKIE|FILES)\\b|^\\$_SERVER\\[[\'"](HTTP_|QUERY_STRING|REQUEST_URI|PHP_SELF|PATH_INFO)' },
    value: { any: [{ kind: 'variable_name' }, { kind: 'member_access_expression' }, { kind: 'function_call_expression', not: field('function', '^(escapeshellarg|escapeshellcmd|intval|implode|count|date|time)$') }] },
    'escaped-for-shell': contains({ kind: 'function_call_expression', has: { field: 'function', regex: '^escapeshell(arg|cmd)$' } }),
    'for-a-secret': {
      any: [{ inside: { kind: 'assignment_expression', stopBy: { kind: 'compound_statement' }, has: { field: 'left', matches: 'secret-name' } } }, within({ any: [{ kind: 'function_definition' }, { kind: 'method_declaration' }], has: { field: 'name', matches: 'secret-name' } })],
    },
  },
  rules: {
    'sql-built-from-values': {
      severity: 'low',
      cwe: 'CWE-89',
      title: 'An SQL statement is built from values',
      fix: 'Use a prepared statement and bind the values.',
      needs: SQL_WORDS,
      match: {
        any: [
          node('binary_expression', { not: { inside: { kind: 'binary_expression' } } }, { matches: 'sql-text' }, { has: { matches: 'value', stopBy: { not: { any: [{ kind: 'binary_expression' }, { kind: 'parenthesized_expression' }] } } } }),
          node('encapsed_string', { not: { inside: { kind: 'binary_expression', stopBy: { not: { kind: 'binary_expression' } } } } }, { matches: 'sql-text' }, contains({ kind: 'variable_name', not: { regex: '(?i)(table|prefix|this)' } })),
        ],
      },
    },
    'command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A shell command is built from values',
      fix: 'Pass an array to proc_open so that no shell runs, or quote each value with escapeshellarg.',
      needs: 'exec|system|passthru|popen|proc_open|`',
      match: {
        any: [
          node('function_call_expression', field('function', '^\\\\?(system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)$'), {
            has: {
              field: 'arguments',
              has: {
                nthChild: 1,
                any: [
                  contains({ matches: 'request-value' }),
                  {
                    has: {
                      any: [
                        { kind: 'binary_expression', ...contains({ matches: 'value' }) },
                        { kind: 'encapsed_string', ...contains({ kind: 'variable_name' }) },
                      ],
                    },
                  },
                ],
                not: { matches: 'escaped-for-shell' },
              },
            },
          }),
          node('shell_command_expression', contains({ kind: 'variable_name' })),
        ],
      },
    },
    'evaluated-value': {
      severity: 'low',
      cwe: 'CWE-95',
      weakness: 'eval',
      title: 'Text that is not constant is run as PHP code',
      fix: 'Replace it by a function, a lookup table or a parser for the format that is meant.',
      needs: 'eval|create_function|assert',
      match: {
        any: [
          node('function_call_expression', field('function', '^\\\\?(eval|create_function)$'), { has: { field: 'arguments', ...contains({ kind: 'variable_name' }) } }),
          node('function_call_expression', field('function', '^\\\\?assert$'), { has: { field: 'arguments', has: { nthChild: 1, has: { any: [{ kind: 'encapsed_string' }, { matches: 'request-value' }] } } } }),
        ],
      },
    },
    'included-request-value': {
      severity: 'critical',
      cwe: 'CWE-98',
      title: 'A value of the request names the file that is run',
      fix: 'Choose the file from a fixed list.',
      needs: '(include|require)',
      match: { all: [{ any: [{ kind: 'include_expression' }, { kind: 'include_once_expression' }, { kind: 'require_expression' }, { kind: 'require_once_expression' }] }, contains({ matches: 'request-value' })] },
    },
    'unsafe-unserialize': {
      severity: 'low',
      cwe: 'CWE-502',
      title: 'unserialize may create objects of any class',
      fix: "Use json_decode, or pass ['allowed_classes' => false].",
      needs: 'unserialize',
      match: node('function_call_expression', field('function', '^\\\\?unserialize$'), { has: { field: 'arguments', not: { regex: 'allowed_classes' }, has: { kind: 'argument', not: { has: { kind: 'string' } } } } }),
    },
    'unescaped-output': {
      severity: 'high',
      cwe: 'CWE-79',
      title: 'A value of the request is printed without being escaped',
      fix: 'Wrap it in htmlspecialchars($value, ENT_QUOTES).',
      needs: '\\$_(GET|POST|REQUEST|COOKIE|FILES|SERVER)',
      match: {
        any: [
          node(
            'echo_statement',
            contains({
              all: [
                { matches: 'request-value' },
                { not: { inside: { stopBy: { kind: 'echo_statement' }, any: [{ kind: 'function_call_expression' }, { kind: 'cast_expression' }, { kind: 'conditional_expression', not: { has: { field: 'body', matches: 'request-value' } } }, { kind: 'binary_expression', regex: '[=<>]=' }] } } },
              ],
            }),
          ),
          node(
            'expression_statement',
            { follows: { any: [{ kind: 'php_tag' }, { kind: 'text_interpolation' }], regex: '<\\?=$' } },
            contains({ all: [{ matches: 'request-value' }, { not: { inside: { stopBy: { kind: 'expression_statement' }, any: [{ kind: 'function_call_expression' }, { kind: 'cast_expression' }, { kind: 'binary_expression', regex: '[=<>]=' }] } } }] }),
          ),
          node('print_intrinsic', contains({ all: [{ matches: 'request-value' }, { not: { inside: { stopBy: { kind: 'print_intrinsic' }, any: [{ kind: 'function_call_expression' }, { kind: 'cast_expression' }] } } }] })),
        ],
      },
    },
    'request-value-in-path': {
      severity: 'high',
      cwe: 'CWE-22',
      title: 'A value of the request becomes a file path or address',
      fix: 'Use basename() or a list of allowed names, and check with realpath() that the file lies in its folder.',
      needs: '\\$_(GET|POST|REQUEST|COOKIE|FILES|SERVER)',
      match: node('function_call_expression', field('function', '^\\\\?(file_get_contents|file_put_contents|readfile|fopen|file|unlink|copy|rename)$'), {
        has: {
          field: 'arguments',
          ...contains({
            all: [
              { matches: 'request-value' },
              { not: { regex: '^\\$_FILES\\[[^\\]]+\\](?:\\[[^\\]]+\\])?\\[.tmp_name' } },
              // Of an entry of `$_FILES`, only the name is the client's: PHP chooses the path of the temporary copy.
              { not: within({ kind: 'subscript_expression', regex: '^\\$_FILES\\[[^\\]]+\\]\\[.(?:tmp_name|size|error)' }) },
              { not: { inside: { kind: 'function_call_expression', stopBy: { kind: 'arguments' }, has: { field: 'function', regex: '^(basename|intval|md5)$' } } } },
              { not: within({ kind: 'function_call_expression', has: { field: 'function', regex: '^(basename|intval|md5|sha1|hash)$' } }) },
            ],
          }),
        },
      }),
    },
    'open-redirect': {
      severity: 'medium',
      cwe: 'CWE-601',
      title: 'A value of the request decides where the browser is sent',
      fix: 'Redirect to paths of your own from a fixed list.',
      needs: 'location:',
      match: node('function_call_expression', field('function', '^header$'), field('arguments', '(?i)^\\(\\s*[\'"]location:'), { has: { field: 'arguments', ...contains({ matches: 'request-value' }) } }),
    },
    'extracted-request': {
      severity: 'high',
      cwe: 'CWE-621',
      title: 'The request may overwrite any variable',
      fix: 'Read each expected parameter by its name.',
      needs: 'extract|parse_str',
      match: {
        any: [node('function_call_expression', field('function', '^extract$'), field('arguments', '^\\(\\s*\\$_(GET|POST|REQUEST|COOKIE)\\b'), { not: field('arguments', 'EXTR_SKIP') }), node('function_call_expression', field('function', '^parse_str$'), { has: { field: 'arguments', not: { has: { nthChild: 2 } } } })],
      },
    },
    'password-hashed-fast': {
      severity: 'high',
      cwe: 'CWE-916',
      title: 'A password is hashed with a fast hash function',
      fix: 'Use password_hash and password_verify.',
      needs: 'md5|sha1|crc32',
      // Left out: hashes in the form that another program's tables require, states and cache keys. They are made of
      // more than the password, or are stored elsewhere.
      match: node('function_call_expression', field('function', '^\\\\?(md5|sha1|crc32)$'), field('arguments', '(?i)^\\(\\s*\\$[^(),.]*pass(word|wd)?[\'"\\]]*\\s*\\)$'), {
        inside: {
          stopBy: { any: [{ kind: 'compound_statement' }, { kind: 'return_statement' }] },
          any: [
            { kind: 'assignment_expression', has: { field: 'left', regex: '(?i)pass|pwd|hash' } },
            { kind: 'array_element_initializer', regex: '(?i)^[\'"]\\w*(pass|pwd|hash)' },
            { kind: 'binary_expression', regex: '(?i)\\b(insert|update|select|where)\\b' },
          ],
        },
      }),
    },
    'predictable-secret': {
      severity: 'high',
      cwe: 'CWE-338',
      title: 'A secret is made with a predictable generator',
      fix: 'Use random_bytes or random_int.',
      needs: 'rand|uniqid|lcg_value|microtime|str_shuffle',
      match: node('function_call_expression', field('function', '^\\\\?(rand|mt_rand|uniqid|lcg_value|microtime|str_shuffle)$'), { matches: 'for-a-secret' }),
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates are not verified',
      fix: 'Leave CURLOPT_SSL_VERIFYPEER and CURLOPT_SSL_VERIFYHOST at their defaults; name a private authority with CURLOPT_CAINFO.',
      needs: 'SSL_VERIFY|verify_peer',
      match: {
        any: [node('function_call_expression', field('function', '^\\\\?curl_setopt$'), field('arguments', '(?i)CURLOPT_SSL_VERIFY(PEER|HOST)\\s*,\\s*(false|0)\\s*\\)$')), node('array_element_initializer', { regex: '(?i)^(CURLOPT_SSL_VERIFY(PEER|HOST)|[\'"]verify_peer(_name)?[\'"])\\s*=>\\s*(false|0)$' })],
      },
    },
    'xml-external-entities': {
      severity: 'high',
      cwe: 'CWE-611',
      title: 'An XML parser is told to replace entities',
      fix: 'Leave LIBXML_NOENT and LIBXML_DTDLOAD out.',
      needs: 'LIBXML_',
      match: node('name', { regex: '^LIBXML_(NOENT|DTDLOAD)$' }),
    },
    phpinfo: {
      severity: 'low',
      cwe: 'CWE-200',
      title: 'phpinfo() shows the configuration and environment to whoever asks',
      fix: 'Remove the call.',
      needs: 'phpinfo',
      match: node('function_call_expression', field('function', '^\\\\?phpinfo$')),
    },
  },
});
