import { SOURCE_TARGETS } from '../tool';
import { type NodePattern, contains, field, node, patternTool, within } from './pattern-rule';
import { SECRET_NAME, SQL_TEXT, SQL_WORDS, WEAK_CIPHER_NAME, WEAK_HASH_NAME } from './shapes';

/** A literal that may be a password, and is no name of a field or a scheme. */
const PASSWORD_LITERAL: NodePattern = { all: [{ regex: '^"[^"\\s]{3,}"$' }, { not: { regex: '(?i)^"\\W*(password|passwd|pwd|pass|secret|token|bearer|basic|null|none|true|false|string|text|hidden|x+|\\*+)?\\W*"$' } }] };
const PASSWORD_VALUE = '(?i)^(\\w+\\.)*(get)?((given|entered|input|user|admin|raw|plain)_?)*(password|passwd|pwd|passphrase|api_?key|secret)(\\(\\))?$|^\\w+\\.get(Parameter|Header)\\("[^"]*(password|passwd|pwd|secret|api-?key)"\\)$';
const PASSWORD_CONSTANT = '^(\\w+\\.)?[A-Z_]*(PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|API_?KEY|PIN)(_VALUE)?$';
const ALWAYS_TRUE = '^\\{\\s*(//[^\\n]*\\s*)*return\\s+true;\\s*\\}$';
/** The body of a lambda that always says yes. */
const YES = '^(true|\\{\\s*return\\s+true;\\s*\\})$';

export const javaSecurity = patternTool({
  id: 'java-security',
  name: 'Java security',
  description: 'Finds injection, unsafe deserialization, XML external entities, weak cryptography and switched-off TLS checks in Java code.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['java'],
  files: ['**/!(*Test|*Tests|*IT).java'],
  advice: 'Replace the construct by the safe form that the platform offers.',
  shapes: {
    'sql-text': SQL_TEXT,
    'secret-name': SECRET_NAME,
    // Constants are left out: a number or a name in capitals does not carry what a user typed.
    variable: { any: [{ kind: 'identifier', not: { regex: '^[A-Z][A-Z0-9_]*$' } }, { kind: 'method_invocation' }, { kind: 'array_access' }, { kind: 'field_access', not: { regex: '[.][A-Z][A-Z0-9_]*$' } }] },
    sum: { all: [{ kind: 'binary_expression' }, { regex: '\\+' }, { has: { matches: 'variable', stopBy: { not: { kind: 'binary_expression' } } } }] },
    'request-value': { kind: 'method_invocation', has: { field: 'name', regex: '^(getParameter|getHeader|getQueryString|getPathInfo|getOriginalFilename|getSubmittedFileName)$' } },
    'hardened-parser': {
      any: [
        ...['method_declaration', 'constructor_declaration', 'static_initializer'].map((kind) => within({ kind, regex: 'setFeature|setProperty|setAttribute|setExpandEntityReferences|FEATURE_SECURE_PROCESSING' })),
        // A constructor or another method sets the field.
        { all: [within({ kind: 'field_declaration' }), within({ kind: 'class_body', regex: 'set(?:Feature|Property|Attribute)\\([^;]*(?:SUPPORT_DTD|EXTERNAL|external-|disallow-doctype|FEATURE_SECURE_PROCESSING)' })] },
      ],
    },
    // A verifier that reads no certificate compares the name of the host at most, which the other side has chosen.
    'no-certificate-read': { all: [{ regex: '\\.(equals|equalsIgnoreCase|endsWith|startsWith|contains|matches|isValid|getPeerHost|isEmpty)\\(' }, { not: { regex: '(?i)verif|certificate|principal|throw|^\\W*false|\\bfalse;?\\W*$' } }] },
    // `password`, `user.getPassword().getBytes(UTF_8)`: of a password with a salt or of a whole message nothing is said.
    'of-password-alone': { has: { field: 'arguments', has: { nthChild: 1, regex: '(?i)^\\(?(\\w+\\.)*(get)?((raw|plain|clear|new|user|login)_?)*(text_?)?(password|passwd|pwd|passphrase|pin_?code)(text|string)?(\\(\\))?(\\.(getBytes|toString|trim|toCharArray)\\([^()]*\\))*$' } } },
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
      fix: 'Use a PreparedStatement (or named parameters) and pass the values as parameters.',
      needs: SQL_WORDS,
      match: {
        any: [
          node('binary_expression', { not: { inside: { kind: 'binary_expression' } } }, { matches: 'sql-text' }, { matches: 'sum' }),
          node('method_invocation', field('name', '^format$'), field('object', '^String$'), { has: { field: 'arguments', has: { all: [{ kind: 'string_literal' }, { matches: 'sql-text' }, { regex: '%(\\d\\$)?s' }] } } }),
        ],
      },
    },
    'command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A command line is built from values',
      fix: 'Pass the program and each argument apart to ProcessBuilder, without a shell.',
      needs: 'getRuntime|runtime|ProcessBuilder',
      match: {
        any: [
          node('method_invocation', field('name', '^exec$'), field('object', 'getRuntime\\(\\)|(?i)runtime$'), { has: { field: 'arguments', has: { nthChild: 1, matches: 'sum' } } }),
          node('object_creation_expression', field('type', '^ProcessBuilder$'), field('arguments', '"(/bin/)?(ba)?sh"\\s*,\\s*"-c"|"cmd(\\.exe)?"\\s*,\\s*"/[cC]"'), { has: { field: 'arguments', has: { nthChild: { position: 1, reverse: true }, not: { kind: 'string_literal' } } } }),
        ],
      },
    },
    'unsafe-deserialization': {
      severity: 'low',
      cwe: 'CWE-502',
      title: 'Objects are deserialized without a filter',
      fix: 'Use a data format such as JSON, or call setObjectInputFilter with the classes that are expected.',
      needs: 'ObjectInputStream|XMLDecoder',
      match: node('object_creation_expression', field('type', '^(java\\.io\\.)?(ObjectInputStream|XMLDecoder)$'), { not: within({ kind: 'method_declaration', regex: 'setObjectInputFilter' }) }),
    },
    'xml-external-entities': {
      severity: 'low',
      cwe: 'CWE-611',
      title: 'An XML parser resolves external entities',
      fix: 'Call setFeature("http://apache.org/xml/features/disallow-doctype-decl", true), or set ACCESS_EXTERNAL_DTD to "" on the factory.',
      // Code that only builds or writes a document parses nothing.
      needs: '^(?=[^]*\\b(parse|createXML(Stream|Event)Reader|StreamSource|SAXSource|unmarshal|newSAXParser|getXMLReader|newTemplates)\\b)[^]*(DocumentBuilder|SAXParser|XMLInput|Transformer)Factory',
      match: node('method_invocation', field('name', '^(newInstance|newFactory|newDefaultInstance)$'), field('object', '^(javax\\.xml\\.\\w+\\.)?(DocumentBuilderFactory|SAXParserFactory|XMLInputFactory|TransformerFactory)$'), { not: { matches: 'hardened-parser' } }),
    },
    'request-value-in-path': {
      severity: 'high',
      cwe: 'CWE-22',
      title: 'A value of the request becomes a file path',
      fix: 'Look the name up in a list of allowed files, or normalise the path and check that it stays in its folder.',
      needs: 'get(Parameter|Header|QueryString|PathInfo|OriginalFilename|SubmittedFileName)',
      match: {
        any: [
          node('object_creation_expression', field('type', '^(java\\.io\\.)?(File|FileInputStream|FileOutputStream|FileReader|FileWriter)$'), { has: { field: 'arguments', ...contains({ matches: 'request-value' }) } }),
          node('method_invocation', field('object', '^(Paths|Path)$'), field('name', '^(get|of)$'), { has: { field: 'arguments', ...contains({ matches: 'request-value' }) } }),
        ],
      },
    },
    'weak-hash': {
      severity: 'low',
      cwe: 'CWE-328',
      title: 'MD5 or SHA-1 is used',
      fix: 'Use SHA-256, or bcrypt, scrypt or Argon2 for passwords.',
      needs: 'MessageDigest|DigestUtils',
      match: {
        any: [node('method_invocation', field('object', '^(java\\.security\\.)?MessageDigest$'), field('name', '^getInstance$'), { has: { field: 'arguments', has: { nthChild: 1, ...WEAK_HASH_NAME } } }), node('method_invocation', field('object', '^DigestUtils$'), field('name', '^(md2|md5|sha1|sha)(Hex)?$'))],
      },
    },
    'weak-cipher': {
      severity: 'high',
      cwe: 'CWE-327',
      title: 'A broken cipher or the ECB mode is used',
      fix: 'Use AES/GCM/NoPadding with a fresh nonce for each message.',
      needs: 'Cipher',
      match: node('method_invocation', field('object', '^(javax\\.crypto\\.)?Cipher$'), field('name', '^getInstance$'), { has: { field: 'arguments', has: { nthChild: 1, kind: 'string_literal', regex: WEAK_CIPHER_NAME.regex! } } }),
    },
    'predictable-secret': {
      severity: 'high',
      cwe: 'CWE-338',
      title: 'A secret is made with a predictable generator',
      fix: 'Use java.security.SecureRandom.',
      needs: 'Random',
      match: {
        any: [
          node('object_creation_expression', field('type', '^(java\\.util\\.)?Random$'), { matches: 'for-a-secret' }),
          node('method_invocation', field('object', '^Math$'), field('name', '^random$'), { matches: 'for-a-secret' }),
          node('method_invocation', field('object', '^(ThreadLocalRandom\\.current\\(\\)|RandomStringUtils)$'), field('name', '^(random|next|insecure)'), { matches: 'for-a-secret' }),
        ],
      },
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates are not verified',
      fix: 'Remove the permissive manager; add a private authority to a trust store instead.',
      needs: 'checkServerTrusted|InsecureTrustManagerFactory|TrustAllStrategy|TrustStrategy|loadTrustMaterial',
      match: {
        any: [
          // A manager that only writes to a log, or returns, refuses nobody.
          node('method_declaration', field('name', '^checkServerTrusted$'), field('body', '(?is)^\\{\\s*(//[^\\n]*\\s*|/\\*.*?\\*/\\s*|return;\\s*|(System\\.(out|err)|\\w*log(ger)?)\\.\\w+\\([^;{}]*\\);\\s*)*\\}$')),
          node('field_access', { regex: '^(InsecureTrustManagerFactory|TrustAllStrategy)\\.INSTANCE$' }),
          node('method_declaration', field('name', '^isTrusted$'), { regex: 'X509Certificate' }, field('body', ALWAYS_TRUE)),
          node('lambda_expression', field('body', YES), { inside: { stopBy: { kind: 'block' }, any: [node('local_variable_declaration', field('type', '^TrustStrategy$')), node('method_invocation', field('name', '^loadTrustMaterial$'))] } }),
        ],
      },
    },
    'host-name-unchecked': {
      severity: 'high',
      cwe: 'CWE-297',
      title: 'The certificate of any host is taken',
      fix: 'Remove the permissive verifier: the default one compares the name in the certificate with the host.',
      needs: 'HostnameVerifier|HOSTNAME_VERIFIER|SSLSession',
      match: {
        any: [
          node('method_invocation', field('name', '^(set(Default)?(SSL)?H|h)ostnameVerifier$'), { has: { field: 'arguments', has: { kind: 'lambda_expression', has: { field: 'body', any: [{ regex: YES }, { matches: 'no-certificate-read' }] } } } }),
          node('method_declaration', field('name', '^verify$'), { regex: 'SSLSession' }, { has: { field: 'body', any: [{ regex: ALWAYS_TRUE }, { all: [{ matches: 'no-certificate-read' }, { regex: '^\\{\\s*(//[^\\n]*\\s*)*return\\b' }] }] } }),
          node('field_access', { regex: '^NoopHostnameVerifier\\.INSTANCE$|\\.ALLOW_ALL_HOSTNAME_VERIFIER$' }),
        ],
      },
    },
    'signature-unread': {
      severity: 'high',
      cwe: 'CWE-347',
      weakness: 'token-unverified',
      title: 'A signature is verified, and nobody looks at the result',
      fix: 'Refuse what is signed unless verify returns true.',
      needs: 'SignedJWT|JWSObject|initVerify',
      match: {
        all: [
          { kind: 'expression_statement' },
          {
            has: node(
              'method_invocation',
              field('name', '^verify$'),
              field('object', '(?i)jwt|jws|sig|token|^\\w{1,3}$'),
              { not: field('object', '(?i)verifier|mock|validator|service|SignatureUtil') },
              { has: { field: 'arguments', has: { nthChild: 1 }, not: { has: { nthChild: 2, not: { kind: 'decimal_integer_literal' } } } } },
            ),
          },
          within({ kind: 'method_declaration', regex: '\\b(SignedJWT|JWSObject)\\b|\\.initVerify\\(' }),
        ],
      },
    },
    'hard-coded-password': {
      severity: 'medium',
      cwe: 'CWE-798',
      weakness: 'leaked-secret',
      title: 'A password is compared with one that stands in the code',
      fix: 'Keep a hash of the password in a store of secrets, and compare with that.',
      needs: '\\.(equals|equalsIgnoreCase|contentEquals)\\(',
      match: {
        all: [
          { kind: 'method_invocation' },
          field('name', '^(equals|equalsIgnoreCase|contentEquals)$'),
          {
            any: [
              { all: [{ has: { field: 'object', ...PASSWORD_LITERAL } }, { has: { field: 'arguments', has: { nthChild: 1, regex: PASSWORD_VALUE } } }] },
              { all: [field('object', PASSWORD_VALUE), { has: { field: 'arguments', has: { nthChild: 1, ...PASSWORD_LITERAL } } }] },
              { all: [{ any: [field('object', PASSWORD_CONSTANT), { has: { field: 'arguments', has: { nthChild: 1, regex: PASSWORD_CONSTANT } } }] }, within({ kind: 'class_body', regex: 'final String [A-Z_]*(PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|API_?KEY|PIN)[A-Z_]*\\s*=\\s*"[^"${}\\s]{4,}"' })] },
            ],
          },
        ],
      },
    },
    'password-hashed-fast': {
      severity: 'medium',
      cwe: 'CWE-916',
      title: 'A password is hashed with a fast hash function',
      fix: 'Use bcrypt, scrypt or Argon2, such as the PasswordEncoder of Spring Security.',
      needs: 'MessageDigest|DigestUtils|Hashing',
      match: {
        all: [
          { kind: 'method_invocation' },
          { matches: 'of-password-alone' },
          {
            any: [
              { all: [field('name', '^(md2|md5|sha|sha1|sha256|sha384|sha512|sha3_\\d+)(Hex)?$|^md5DigestAsHex$'), field('object', '^DigestUtils$')] },
              { all: [field('name', '^hash(String|Bytes|UnencodedChars)$'), field('object', '(^|\\.)Hashing\\.\\w+\\(\\)$')] },
              { all: [field('name', '^(digest|update)$'), { any: [field('object', '(^|\\.)MessageDigest\\.getInstance\\('), within({ kind: 'method_declaration', regex: 'MessageDigest' })] }] },
            ],
          },
        ],
      },
    },
    'cookie-without-protection': {
      severity: 'low',
      cwe: 'CWE-614',
      title: 'A cookie is sent without encryption, too',
      fix: 'Call setSecure(true).',
      needs: 'setSecure',
      match: node('method_invocation', field('name', '^setSecure$'), field('object', '(?i)cookie'), field('arguments', '^\\(\\s*false\\s*\\)$')),
    },
    'cookie-open-to-scripts': {
      severity: 'low',
      cwe: 'CWE-1004',
      title: 'Scripts of the page can read a cookie',
      fix: 'Call setHttpOnly(true).',
      needs: 'setHttpOnly',
      match: node('method_invocation', field('name', '^setHttpOnly$'), field('object', '(?i)cookie'), field('arguments', '^\\(\\s*false\\s*\\)$')),
    },
    'csrf-protection-off': {
      severity: 'low',
      cwe: 'CWE-352',
      title: 'Spring Security’s protection against cross-site request forgery is off',
      fix: 'Leave it on for everything that a browser session can reach.',
      needs: 'csrf',
      match: {
        any: [node('method_invocation', field('name', '^disable$'), field('object', '(^|\\.)csrf\\(\\)$')), node('method_invocation', field('name', '^csrf$'), field('arguments', '^\\(\\s*(AbstractHttpConfigurer|CsrfConfigurer)::disable\\s*\\)$|^\\(\\s*\\(?(\\w+)\\)?\\s*->\\s*\\w+\\.disable\\(\\)\\s*\\)$'))],
      },
    },
    'expression-from-value': {
      severity: 'low',
      cwe: 'CWE-917',
      title: 'An expression or script is built from values and evaluated',
      fix: 'Evaluate constant expressions only and hand the values over as variables.',
      needs: 'parseExpression|eval',
      match: {
        any: [
          node('method_invocation', field('name', '^parseExpression$'), { has: { field: 'arguments', has: { nthChild: 1, matches: 'sum' } } }),
          node('method_invocation', field('name', '^eval$'), field('object', '(?i)(script)?engine$'), { has: { field: 'arguments', has: { nthChild: 1, any: [{ matches: 'sum' }, { matches: 'request-value' }] } } }),
        ],
      },
    },
  },
});
