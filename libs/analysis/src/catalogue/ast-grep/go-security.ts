import { SOURCE_TARGETS } from '../tool';
import { patternTool } from './pattern-rule';
import { SECRET_NAME, SQL_TEXT, SQL_WORDS } from './shapes';

export const goSecurity = patternTool({
  id: 'go-security',
  name: 'Go security',
  description: 'Finds injection, weak cryptography, switched-off TLS checks and unsafe file handling in Go code.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['go'],
  files: ['**/!(*_test).go'],
  advice: 'Replace the construct by the safe form that the standard library offers.',
  shapes: {
    text: { any: [{ kind: 'interpreted_string_literal' }, { kind: 'raw_string_literal' }] },
    value: {
      any: [{ kind: 'identifier' }, { kind: 'selector_expression' }, { kind: 'index_expression' }, { kind: 'call_expression', not: { regex: '^strconv\\.' } }],
    },
    'sql-text': SQL_TEXT,
    'secret-name': SECRET_NAME,
    'imports-math-rand': { inside: { kind: 'source_file', stopBy: 'end', has: { kind: 'import_spec', stopBy: 'end', regex: '^"math/rand(/v2)?"$' } } },
    'imports-archive': { inside: { kind: 'source_file', stopBy: 'end', has: { kind: 'import_spec', stopBy: 'end', regex: '"archive/(zip|tar)"' } } },
  },
  rules: {
    'sql-built-from-values': {
      severity: 'low',
      cwe: 'CWE-89',
      title: 'An SQL statement is built from values',
      fix: 'Write placeholders (? or $1) in the statement and pass the values as arguments of Query or Exec.',
      needs: SQL_WORDS,
      match: {
        any: [
          {
            // Only the outermost sum: reading the text of each nested one is quadratic.
            all: [{ kind: 'binary_expression' }, { not: { inside: { kind: 'binary_expression' } } }, { matches: 'sql-text' }, { has: { stopBy: { not: { kind: 'binary_expression' } }, matches: 'value' } }],
          },
          {
            kind: 'call_expression',
            all: [{ has: { field: 'function', regex: '^fmt\\.Sprintf$' } }, { has: { field: 'arguments', has: { nthChild: 1, all: [{ matches: 'text' }, { matches: 'sql-text' }, { regex: '%[+#]?[svq]' }] } } }],
          },
        ],
      },
    },
    'shell-command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A shell runs a command that is not constant',
      fix: 'Start the program directly with exec.Command(name, args...) so that no shell interprets the values.',
      needs: 'exec\\.Command',
      match: {
        kind: 'call_expression',
        all: [{ has: { field: 'function', regex: '^exec\\.Command(Context)?$' } }, { has: { field: 'arguments', regex: '["`](/bin/|/usr/bin/)?(ba|z|da)?sh["`]\\s*,\\s*["`]-[a-z]*c["`]' } }, { has: { field: 'arguments', has: { nthChild: { position: 1, reverse: true }, not: { matches: 'text' } } } }],
      },
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates are not verified',
      fix: 'Remove InsecureSkipVerify; trust a private authority through RootCAs.',
      needs: 'InsecureSkipVerify',
      match: {
        any: [
          { kind: 'keyed_element', regex: '^InsecureSkipVerify\\s*:\\s*true$' },
          { kind: 'assignment_statement', regex: '\\.InsecureSkipVerify\\s*=\\s*true$' },
        ],
      },
    },
    'tls-old-version': {
      severity: 'medium',
      cwe: 'CWE-327',
      title: 'A TLS version with known attacks is allowed',
      fix: 'Set MinVersion to tls.VersionTLS12 or later.',
      needs: 'tls\\.Version',
      match: { kind: 'keyed_element', regex: '^(Min|Max)Version\\s*:\\s*tls\\.Version(SSL30|TLS10|TLS11)$' },
    },
    'weak-hash': {
      severity: 'low',
      cwe: 'CWE-328',
      title: 'MD5 or SHA-1 is used',
      fix: 'Use sha256.New, or bcrypt or argon2 for passwords.',
      needs: 'crypto/(md5|sha1)',
      match: { kind: 'call_expression', has: { field: 'function', regex: '^(md5|sha1)\\.(New|Sum)$' } },
    },
    'weak-cipher': {
      severity: 'high',
      cwe: 'CWE-327',
      title: 'A broken cipher is used',
      fix: 'Use AES in GCM mode (crypto/aes with cipher.NewGCM).',
      needs: 'crypto/(des|rc4)',
      match: { kind: 'call_expression', has: { field: 'function', regex: '^(des\\.New(TripleDES)?Cipher|rc4\\.NewCipher)$' } },
    },
    'predictable-secret': {
      severity: 'high',
      cwe: 'CWE-338',
      title: 'A secret is made with math/rand',
      fix: 'Use crypto/rand: its output cannot be predicted.',
      needs: 'math/rand',
      match: {
        kind: 'call_expression',
        all: [
          { has: { field: 'function', regex: '^rand\\.(Int|Uint|Perm|Read|Float|N$)' } },
          { matches: 'imports-math-rand' },
          {
            any: [
              { inside: { kind: 'short_var_declaration', stopBy: { kind: 'block' }, has: { field: 'left', matches: 'secret-name' } } },
              { inside: { kind: 'assignment_statement', stopBy: { kind: 'block' }, has: { field: 'left', matches: 'secret-name' } } },
              { inside: { kind: 'function_declaration', stopBy: 'end', has: { field: 'name', matches: 'secret-name' } } },
              { inside: { kind: 'method_declaration', stopBy: 'end', has: { field: 'name', matches: 'secret-name' } } },
            ],
          },
        ],
      },
    },
    'unescaped-template-value': {
      severity: 'low',
      cwe: 'CWE-79',
      title: 'A value is marked as safe HTML without being escaped',
      fix: 'Pass the plain string: html/template escapes it for the place where it stands.',
      needs: 'template\\.',
      match: {
        kind: 'call_expression',
        all: [{ has: { field: 'function', regex: '^template\\.(HTML|HTMLAttr|JS|JSStr|CSS|URL|Srcset)$' } }, { has: { field: 'arguments', has: { nthChild: 1, not: { matches: 'text' } } } }],
      },
    },
    'ssh-host-key-ignored': {
      severity: 'high',
      cwe: 'CWE-322',
      title: 'Any SSH host key is accepted',
      fix: 'Use ssh.FixedHostKey or a known_hosts callback.',
      needs: 'InsecureIgnoreHostKey',
      match: { kind: 'call_expression', has: { field: 'function', regex: '^ssh\\.InsecureIgnoreHostKey$' } },
    },
    'world-writable-file': {
      severity: 'low',
      cwe: 'CWE-732',
      title: 'A file or folder is made writable for everybody',
      fix: 'Use 0600 for files and 0700 for folders, or what the group needs.',
      needs: '0o?[0-7]*[2367]\\s*\\)',
      match: {
        kind: 'call_expression',
        all: [{ has: { field: 'function', regex: '(^os|\\bf(ile)?)\\.Chmod$' } }, { has: { field: 'arguments', has: { nthChild: { position: 1, reverse: true }, kind: 'int_literal', regex: '^0o?[0-7]*[2367]$' } } }],
      },
    },
    'archive-entry-path': {
      severity: 'high',
      cwe: 'CWE-22',
      title: 'The name of an archive entry becomes a path without a check',
      fix: 'Refuse entries for which filepath.IsLocal(name) is false before joining.',
      needs: 'archive/(zip|tar)',
      match: {
        kind: 'call_expression',
        all: [
          { has: { field: 'function', regex: '^(filepath|path)\\.Join$' } },
          { has: { field: 'arguments', has: { kind: 'selector_expression', regex: '\\.Name$' } } },
          { matches: 'imports-archive' },
          { not: { inside: { any: [{ kind: 'function_declaration' }, { kind: 'method_declaration' }], stopBy: 'end', regex: 'IsLocal\\(|HasPrefix\\(|filepath\\.Rel\\(|\\.Contains\\([^)]*"\\.\\."' } } },
        ],
      },
    },
    'profiling-endpoint': {
      severity: 'low',
      cwe: 'CWE-489',
      title: 'Profiling handlers are registered on the default HTTP server',
      fix: 'Serve net/http/pprof from a mux of its own that only listens on a private address.',
      needs: 'net/http/pprof',
      match: { kind: 'import_spec', regex: '^_\\s+"net/http/pprof"$' },
    },
  },
});
