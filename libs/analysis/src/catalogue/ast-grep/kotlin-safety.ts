import { SOURCE_TARGETS } from '../tool';
import { contains, node, patternTool, within } from './pattern-rule';
import { SECRET_NAME, SQL_TEXT, SQL_WORDS, WEAK_CIPHER_NAME, WEAK_HASH_NAME } from './shapes';

export const kotlinSafety = patternTool({
  id: 'kotlin-safety',
  name: 'Kotlin safety',
  description: 'Finds injection, weak cryptography, unsafe WebView settings, null assertions and swallowed errors in Kotlin.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['kotlin'],
  files: ['**/!(*Test|*Tests|*Spec).kt'],
  advice: 'Replace the construct by the safe form that Kotlin or the platform offers.',
  shapes: {
    'sql-text': SQL_TEXT,
    'secret-name': SECRET_NAME,
    interpolated: {
      kind: 'string_literal',
      has: {
        any: [
          { kind: 'interpolated_identifier', not: { regex: '^[A-Z][A-Z0-9_]*$' } },
          { kind: 'interpolated_expression', not: { regex: '^([A-Z]\\w*\\.)*[A-Z][A-Z0-9_]*$' } },
        ],
      },
    },
    sum: { kind: 'additive_expression', has: { any: [{ kind: 'simple_identifier', not: { regex: '^[A-Z][A-Z0-9_]*$' } }, { kind: 'call_expression' }, { kind: 'navigation_expression', not: { regex: '\\.[A-Z][A-Z0-9_]*$' } }], stopBy: { not: { kind: 'additive_expression' } } } },
    'first-argument-is-built': { has: { kind: 'call_suffix', has: { kind: 'value_arguments', has: { nthChild: 1, has: { any: [{ matches: 'interpolated' }, { matches: 'sum' }] } } } } },
    'for-a-secret': {
      any: [
        { inside: { kind: 'property_declaration', stopBy: { kind: 'function_body' }, has: { kind: 'variable_declaration', matches: 'secret-name' } } },
        { inside: { kind: 'assignment', stopBy: { kind: 'function_body' }, has: { kind: 'directly_assignable_expression', matches: 'secret-name' } } },
        within({ kind: 'function_declaration', has: { kind: 'simple_identifier', matches: 'secret-name' } }),
      ],
    },
  },
  rules: {
    'null-assertion': {
      severity: 'low',
      cwe: 'CWE-476',
      weakness: 'non-null-assertion',
      title: '!! throws when the value is null',
      fix: 'Use ?., ?: with a default, or requireNotNull with a message.',
      needs: '!!',
      match: node('postfix_expression', { regex: '!!$' }),
    },
    'swallowed-exception': {
      severity: 'low',
      cwe: 'CWE-390',
      weakness: 'empty-block',
      title: 'An exception is caught and nothing is done about it',
      fix: 'Handle it, log it, or catch only the type that may be ignored and say why.',
      needs: 'catch',
      match: node('catch_block', { regex: '(?s)\\{\\s*\\}$' }, { not: { regex: '^catch\\s*\\(\\s*_\\w*|\\b(ignored|expected|CancellationException)\\b' } }),
    },
    'sql-built-from-values': {
      severity: 'low',
      cwe: 'CWE-89',
      title: 'An SQL statement is built from values',
      fix: 'Write ? in the statement and pass the values as its arguments.',
      needs: SQL_WORDS,
      match: { all: [{ any: [{ matches: 'interpolated' }, { matches: 'sum' }] }, { not: { inside: { kind: 'additive_expression' } } }, { matches: 'sql-text' }] },
    },
    'command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A command line is built from values',
      fix: 'Pass the program and each argument apart to ProcessBuilder.',
      needs: 'getRuntime',
      match: node('call_expression', { has: { kind: 'navigation_expression', regex: '(?s)getRuntime\\(\\)\\s*\\.exec$' } }, { matches: 'first-argument-is-built' }),
    },
    'weak-hash': {
      severity: 'low',
      cwe: 'CWE-328',
      title: 'MD5 or SHA-1 is used',
      fix: 'Use SHA-256, or a password hash such as Argon2.',
      needs: 'MessageDigest',
      match: node('call_expression', { has: { kind: 'navigation_expression', regex: 'MessageDigest\\.getInstance$' } }, contains({ kind: 'string_literal', regex: WEAK_HASH_NAME.regex! })),
    },
    'weak-cipher': {
      severity: 'high',
      cwe: 'CWE-327',
      title: 'A broken cipher or the ECB mode is used',
      fix: 'Use AES/GCM/NoPadding with a fresh nonce for each message.',
      needs: 'Cipher',
      match: node('call_expression', { has: { kind: 'navigation_expression', regex: '(^|\\.)Cipher\\.getInstance$' } }, contains({ kind: 'string_literal', regex: WEAK_CIPHER_NAME.regex! })),
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates or host names are not verified',
      fix: 'Remove the permissive manager or verifier; add a private authority in the network security configuration.',
      needs: 'checkServerTrusted|HostnameVerifier',
      match: {
        any: [
          node('function_declaration', { has: { kind: 'simple_identifier', regex: '^checkServerTrusted$' } }, { has: { kind: 'function_body', regex: '^(\\{\\s*(//[^\\n]*\\s*)*\\}|=\\s*Unit)$' } }),
          node('call_expression', { has: { kind: 'navigation_expression', regex: '\\.(hostnameVerifier|setHostnameVerifier|setDefaultHostnameVerifier)$' } }, contains({ kind: 'lambda_literal', regex: '^\\{\\s*(\\w+\\s*,\\s*\\w+\\s*->)?\\s*true\\s*\\}$' })),
          // A verifier that reads no certificate takes that of another host.
          node('call_expression', { has: { kind: 'simple_identifier', regex: '^hostnameVerifier$' } }, contains({ kind: 'lambda_literal', all: [{ regex: '->' }, { not: { regex: '(?i)verif|certificate|principal|throw|false\\s*\\}$' } }] })),
          node('assignment', { regex: '^[\\w.]*[hH]ostnameVerifier\\s*=\\s*HostnameVerifier\\s*\\{[^}]*->\\s*true\\s*\\}$' }),
        ],
      },
    },
    'any-origin': {
      severity: 'medium',
      cwe: 'CWE-942',
      title: 'Any website may read answers that are meant for the visitor',
      fix: 'List the hosts that may read answers together with cookies, by allowHost.',
      needs: 'anyHost|allowOrigins',
      match: {
        all: [{ kind: 'call_expression' }, { any: [{ regex: '^anyHost\\(\\)$' }, { regex: '^allowHost\\("\\*"' }, { regex: '(?s)^allowOrigins\\s*\\{\\s*(\\w+\\s*->\\s*)?(true|it\\.startsWith\\("https?://"\\))\\s*\\}$' }] }, within({ kind: 'lambda_literal', regex: 'allowCredentials\\s*=\\s*true' })],
      },
    },
    'webview-file-access': {
      severity: 'high',
      cwe: 'CWE-200',
      title: 'Pages in a WebView may read local files',
      fix: 'Leave the setting off and serve local content with WebViewAssetLoader.',
      needs: 'FromFileURLs',
      match: node('assignment', { regex: '(^|\\.)(allowFileAccessFromFileURLs|allowUniversalAccessFromFileURLs)\\s*=\\s*true$' }),
    },
    'webview-bridge': {
      severity: 'low',
      cwe: 'CWE-749',
      title: 'Scripts of a web page may call an object of the app',
      fix: 'Load only your own pages in this WebView, or use WebMessagePort.',
      needs: 'addJavascriptInterface',
      match: node('call_expression', {
        has: {
          any: [
            { kind: 'navigation_expression', regex: '\\.addJavascriptInterface$' },
            { kind: 'simple_identifier', regex: '^addJavascriptInterface$' },
          ],
        },
      }),
    },
    'world-readable-file': {
      severity: 'high',
      cwe: 'CWE-732',
      title: 'Every app on the device may read or change the file',
      fix: 'Use MODE_PRIVATE and share through a FileProvider.',
      needs: 'MODE_WORLD_',
      match: node('simple_identifier', { regex: '^MODE_WORLD_(READABLE|WRITEABLE)$' }),
    },
    'predictable-secret': {
      severity: 'high',
      cwe: 'CWE-338',
      title: 'A secret is made with a predictable generator',
      fix: 'Use java.security.SecureRandom.',
      needs: 'random|shuffled',
      match: {
        any: [
          node('call_expression', { has: { kind: 'navigation_expression', regex: '^(kotlin\\.random\\.)?Random(\\(\\))?\\.next\\w+$' } }, { matches: 'for-a-secret' }),
          node('call_expression', { has: { kind: 'navigation_expression', regex: '\\.(random|shuffled)$' } }, { matches: 'for-a-secret' }, { not: { regex: 'SecureRandom' } }),
        ],
      },
    },
    'unsafe-deserialization': {
      severity: 'low',
      cwe: 'CWE-502',
      title: 'Objects are deserialized without a filter',
      fix: 'Use kotlinx.serialization or another data format.',
      needs: 'ObjectInputStream',
      match: node('call_expression', { has: { kind: 'simple_identifier', regex: '^ObjectInputStream$' } }, { not: within({ kind: 'function_declaration', regex: 'setObjectInputFilter|objectInputFilter' }) }),
    },
  },
});
