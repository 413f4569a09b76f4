import { SOURCE_TARGETS } from '../tool';
import { field, node, patternTool, within } from './pattern-rule';
import { SECRET_NAME, SQL_TEXT, SQL_WORDS } from './shapes';

export const csharpSecurity = patternTool({
  id: 'csharp-security',
  name: 'C# security',
  description: 'Finds injection, unsafe deserialization, weak cryptography and switched-off checks in C# code.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['csharp'],
  files: ['**/!(*Test|*Tests|*.Designer|*.g).cs'],
  advice: 'Replace the construct by the safe form that .NET offers.',
  shapes: {
    'sql-text': SQL_TEXT,
    'secret-name': SECRET_NAME,
    // A name in capitals or PascalCase that stands alone is a constant by convention.
    variable: { any: [{ kind: 'identifier', regex: '^[_a-z]' }, { kind: 'member_access_expression' }, { kind: 'invocation_expression' }, { kind: 'element_access_expression' }] },
    'built-text': {
      any: [node('interpolated_string_expression', { has: { kind: 'interpolation' } }), node('binary_expression', { regex: '\\+' }, { has: { matches: 'variable', stopBy: { not: { kind: 'binary_expression' } } } })],
    },
    'for-a-secret': {
      any: [
        within({ kind: 'method_declaration', has: { field: 'name', matches: 'secret-name' } }),
        { inside: { kind: 'variable_declarator', stopBy: { kind: 'block' }, has: { field: 'name', matches: 'secret-name' } } },
        { inside: { kind: 'assignment_expression', stopBy: { kind: 'block' }, has: { field: 'left', matches: 'secret-name' } } },
      ],
    },
  },
  rules: {
    'sql-built-from-values': {
      severity: 'low',
      cwe: 'CWE-89',
      title: 'An SQL statement is built from values',
      fix: 'Use parameters (command.Parameters.AddWithValue), or FromSqlInterpolated in Entity Framework.',
      needs: SQL_WORDS,
      match: {
        all: [
          { any: [{ kind: 'binary_expression' }, { kind: 'interpolated_string_expression' }] },
          { not: { inside: { kind: 'binary_expression' } } },
          { matches: 'sql-text' },
          { matches: 'built-text' },
          // These turn the interpolations of a string into parameters.
          { not: { inside: { kind: 'argument', inside: { kind: 'argument_list', inside: { kind: 'invocation_expression', has: { field: 'function', regex: '(SqlInterpolated(Async)?|\\.FromSql|\\.SqlQuery(<[^>]*>)?|\\.ExecuteSql(Async)?)$' } } } } } },
        ],
      },
    },
    'command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A command line is built from values',
      fix: 'Add each argument to ProcessStartInfo.ArgumentList and start the program without a shell.',
      needs: 'Process|Arguments',
      match: {
        any: [
          node('invocation_expression', field('function', '^(System\\.Diagnostics\\.)?Process\\.Start$'), { has: { field: 'arguments', has: { kind: 'argument', has: { matches: 'built-text' } } } }),
          node('object_creation_expression', field('type', '^ProcessStartInfo$'), { has: { field: 'arguments', has: { kind: 'argument', has: { matches: 'built-text' } } } }),
          node('assignment_expression', field('left', '(^|\\.)Arguments$'), { has: { field: 'right', matches: 'built-text', regex: '(^\\$?@?"\\s*(/[cC]|-c)\\s)' } }),
        ],
      },
    },
    'unsafe-deserialization': {
      severity: 'medium',
      cwe: 'CWE-502',
      title: 'A serializer that can create any type is used',
      fix: 'Use System.Text.Json, or a serializer with a fixed list of types.',
      needs: 'Formatter|NetDataContractSerializer|TypeNameHandling',
      match: {
        any: [node('object_creation_expression', field('type', '(^|\\.)(BinaryFormatter|NetDataContractSerializer|LosFormatter|SoapFormatter|ObjectStateFormatter)$')), node('member_access_expression', { regex: '^(Newtonsoft\\.Json\\.)?TypeNameHandling\\.(All|Auto|Objects|Arrays)$' })],
      },
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates are not verified',
      fix: 'Remove the callback; trust a private authority in the certificate store.',
      needs: 'Certificate',
      match: {
        any: [
          node('assignment_expression', field('left', '(ServerCertificate(Custom)?Validation(Callback)?|RemoteCertificateValidationCallback)$'), { has: { field: 'right', kind: 'lambda_expression', has: { field: 'body', regex: '^(true|\\{\\s*return\\s+true;\\s*\\})$' } } }),
          node('member_access_expression', { regex: '\\.DangerousAcceptAnyServerCertificateValidator$' }),
        ],
      },
    },
    'weak-hash': {
      severity: 'low',
      cwe: 'CWE-328',
      title: 'MD5 or SHA-1 is used',
      fix: 'Use SHA256, or Rfc2898DeriveBytes (PBKDF2) for passwords.',
      needs: 'MD5|SHA1',
      match: {
        any: [node('invocation_expression', field('function', '(^|\\.)(MD5|SHA1)\\.(Create|HashData)$')), node('object_creation_expression', field('type', '(^|\\.)(MD5|SHA1)(CryptoServiceProvider|Managed|Cng)$'))],
      },
    },
    'weak-cipher': {
      severity: 'high',
      cwe: 'CWE-327',
      title: 'A broken cipher or the ECB mode is used',
      fix: 'Use AesGcm.',
      needs: 'DES|RC2|ECB',
      match: {
        any: [node('invocation_expression', field('function', '(^|\\.)(DES|TripleDES|RC2)\\.Create$')), node('object_creation_expression', field('type', '(^|\\.)(DES|TripleDES|RC2)(CryptoServiceProvider|Cng)$')), node('member_access_expression', { regex: '(^|\\.)CipherMode\\.ECB$' })],
      },
    },
    'predictable-secret': {
      severity: 'high',
      cwe: 'CWE-338',
      title: 'A secret is made with System.Random',
      fix: 'Use RandomNumberGenerator.',
      needs: 'Random',
      match: {
        any: [node('object_creation_expression', field('type', '^(System\\.)?Random$'), { matches: 'for-a-secret' }), node('member_access_expression', { regex: '^(System\\.)?Random\\.Shared$' }, { matches: 'for-a-secret' })],
      },
    },
    'xml-external-entities': {
      severity: 'high',
      cwe: 'CWE-611',
      title: 'An XML reader resolves external entities',
      fix: 'Set DtdProcessing.Prohibit and leave XmlResolver null.',
      needs: 'DtdProcessing|XmlResolver',
      match: {
        any: [node('member_access_expression', { regex: '(^|\\.)DtdProcessing\\.Parse$' }), node('assignment_expression', field('left', '(^|\\.)XmlResolver$'), field('right', '^new\\s+(System\\.Xml\\.)?XmlUrlResolver\\b'))],
      },
    },
    'cookie-without-protection': {
      severity: 'low',
      cwe: 'CWE-614',
      title: 'A cookie is sent without encryption, too',
      fix: 'Set Secure to true.',
      needs: 'Secure',
      match: node('assignment_expression', field('left', '(^|\\.)Secure$'), field('right', '^false$')),
    },
    'cookie-open-to-scripts': {
      severity: 'low',
      cwe: 'CWE-1004',
      title: 'Scripts of the page can read a cookie',
      fix: 'Set HttpOnly to true.',
      needs: 'HttpOnly',
      match: node('assignment_expression', field('left', '(^|\\.)HttpOnly$'), field('right', '^false$')),
    },
    'raw-html': {
      severity: 'low',
      cwe: 'CWE-79',
      title: 'A value is written into the page without being escaped',
      fix: 'Let Razor encode it, or sanitise the markup first.',
      needs: 'Html\\.Raw|HtmlString|MarkupString',
      match: {
        any: [
          node('invocation_expression', field('function', '(^|\\.)Html\\.Raw$'), { has: { field: 'arguments', has: { kind: 'argument', not: { has: { kind: 'string_literal' } } } } }),
          node('object_creation_expression', field('type', '^(HtmlString|MarkupString)$'), { has: { field: 'arguments', has: { kind: 'argument', has: { matches: 'built-text' } } } }),
        ],
      },
    },
    'uploaded-name-in-path': {
      severity: 'high',
      cwe: 'CWE-22',
      title: 'The name of an uploaded file becomes a path',
      fix: 'Choose a name of your own, such as Path.GetRandomFileName().',
      needs: 'FileName',
      match: node('invocation_expression', field('function', '(^|\\.)Path\\.Combine$'), { has: { field: 'arguments', has: { kind: 'argument', regex: '(?i)(file|upload)\\w*\\.FileName$' } } }),
    },
    'token-validation-off': {
      severity: 'high',
      cwe: 'CWE-347',
      title: 'A check of a JSON web token is switched off',
      fix: 'Leave the validation of signature and lifetime on.',
      needs: 'Validate|Require',
      match: node('assignment_expression', field('left', '(^|\\.)(ValidateIssuerSigningKey|ValidateLifetime|RequireSignedTokens|RequireExpirationTime)$'), field('right', '^false$')),
    },
    'request-validation-off': {
      severity: 'medium',
      cwe: 'CWE-1173',
      title: 'The validation of requests is switched off',
      fix: 'Remove [ValidateInput(false)]; use [AllowHtml] on the one property that needs markup.',
      needs: 'ValidateInput',
      match: node('attribute', { regex: '^ValidateInput\\s*\\(\\s*false\\s*\\)$' }),
    },
  },
});
