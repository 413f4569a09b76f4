import type { RuleDefinition } from '../tool';
import type { FlowWeakness, SettingWeakness } from './rows';

/** What each weakness of a flow is called, how much it matters, and how it is mended, for every language. */
export const FLOW_RULES: Readonly<Record<FlowWeakness, RuleDefinition>> = {
  'sql-injection': { severity: 'high', cwe: 'CWE-89', title: 'Input from outside reaches an SQL statement', fix: 'Write a placeholder in the statement, and pass the value beside it.' },
  'nosql-injection': { severity: 'high', cwe: 'CWE-943', title: 'Input from outside reaches a database query as an object', fix: 'Make a text of the value, or compare it with $eq, so that it cannot bring operators along.' },
  'command-injection': { severity: 'critical', cwe: 'CWE-78', title: 'Input from outside reaches a command', fix: 'Start the program without a shell, with a list of arguments, and take its name from the code.' },
  'code-injection': { severity: 'critical', cwe: 'CWE-95', title: 'Input from outside runs as code', fix: 'Parse the input as data, or choose among functions by a list of names.' },
  'path-traversal': { severity: 'high', cwe: 'CWE-22', title: 'Input from outside chooses a file', fix: 'Take only the base name of the input, or resolve the path and check that it begins with the allowed folder.' },
  'cross-site-scripting': { severity: 'high', cwe: 'CWE-79', title: 'Input from outside reaches a page as markup', fix: 'Escape the value for HTML, or show it by a template that escapes.' },
  'open-redirect': { severity: 'medium', cwe: 'CWE-601', title: 'Input from outside chooses where the browser is sent', fix: 'Redirect to paths of your own, or compare the whole origin with a list.' },
  'request-forgery': { severity: 'high', cwe: 'CWE-918', title: 'Input from outside chooses the address of a request', fix: 'Compare the host with a list of allowed hosts before the request is made.' },
  'template-injection': { severity: 'critical', cwe: 'CWE-1336', title: 'Input from outside becomes a template', fix: 'Keep the template in the code, and pass the value to it as data.' },
  'unsafe-deserialization': { severity: 'critical', cwe: 'CWE-502', title: 'Input from outside is deserialized by a format that can run code', fix: 'Use a format for data alone, such as JSON, or a safe loader.' },
  'xml-external-entities': { severity: 'high', cwe: 'CWE-611', title: 'Input from outside is parsed as XML with external entities', fix: 'Turn entities off in the parser.' },
  'ldap-injection': { severity: 'high', cwe: 'CWE-90', title: 'Input from outside reaches an LDAP filter', fix: 'Escape the value for filters.' },
  'xpath-injection': { severity: 'high', cwe: 'CWE-643', title: 'Input from outside reaches an XPath expression', fix: 'Pass the value as a variable of the expression.' },
  'header-injection': { severity: 'medium', cwe: 'CWE-113', title: 'Input from outside reaches a header', fix: 'Remove line breaks from the value.' },
  'file-inclusion': { severity: 'critical', cwe: 'CWE-98', title: 'Input from outside chooses a file that is run', fix: 'Take the file from a list in the code, by a name that is compared with its entries.' },
  'unrestricted-upload': { severity: 'medium', cwe: 'CWE-434', title: 'An uploaded file is kept under the name that its sender gave it', fix: 'Give the file a name of your own, with an ending from a list: one that ends in .php would run where the folder is served.' },
  'trust-boundary': { severity: 'low', cwe: 'CWE-501', title: 'Input from outside is put into the session as it came', fix: 'Check the value before it is put there: whoever reads the session takes it for the program’s own.' },
  'predictable-secret': { severity: 'high', cwe: 'CWE-338', title: 'A predictable random number becomes a secret', fix: 'Take the number from the generator for cryptography: SecureRandom, secrets, random_bytes.' },
  'cross-origin-access': { severity: 'medium', cwe: 'CWE-942', title: 'Any website may read the answer: the origin that asks is the one that is allowed', fix: 'Compare the origin with a list before it is sent back in Access-Control-Allow-Origin.' },
  'error-exposure': { severity: 'low', cwe: 'CWE-209', title: 'The stack of an error is sent to the client', fix: 'Write the error to the log, and send a sentence that says nothing of the program.' },
  'regular-expression-injection': { severity: 'medium', cwe: 'CWE-1333', title: 'Input from outside becomes a regular expression', fix: 'Escape the value, or look for it as plain text.' },
};

/** What is wrong with a call by itself. */
export const SETTING_RULES: Readonly<Record<SettingWeakness, RuleDefinition>> = {
  'weak-cipher': { severity: 'high', cwe: 'CWE-327', title: 'A broken cipher or the ECB mode is used', fix: 'Use AES in GCM mode, or ChaCha20-Poly1305, with a fresh nonce for each message.' },
  'weak-hash': { severity: 'low', cwe: 'CWE-328', title: 'A broken hash function is used', fix: 'Use SHA-256, and bcrypt, scrypt or Argon2 for passwords.' },
  'short-key': { severity: 'medium', cwe: 'CWE-326', title: 'A cryptographic key is too short', fix: 'Use at least 2048 bits for RSA, DSA and Diffie-Hellman, 224 for elliptic curves, and 128 for ciphers.' },
  'constant-iv': { severity: 'medium', cwe: 'CWE-329', title: 'Messages are encrypted with a constant initialization vector', fix: 'Make a new one for each message with the generator for cryptography, and send it along.' },
  'constant-salt': { severity: 'medium', cwe: 'CWE-760', title: 'A key or password is derived with a constant salt', fix: 'Make a new salt for each password with the generator for cryptography, and keep it beside the result.' },
  'few-iterations': { severity: 'medium', cwe: 'CWE-916', title: 'A key or password is derived with too few rounds', fix: 'Use scrypt or Argon2, or PBKDF2 with some 600,000 rounds, so that guessing takes long.' },
  'hard-coded-key': { severity: 'high', cwe: 'CWE-321', weakness: 'leaked-secret', title: 'A cryptographic key stands in the code', fix: 'Read the key from a secret store or the environment, and change the one that was here.' },
  'hard-coded-password': { severity: 'medium', cwe: 'CWE-259', weakness: 'leaked-secret', title: 'A password stands in the code', fix: 'Read the password from a secret store or the environment, and change the one that was here.' },
  'constant-seed': { severity: 'medium', cwe: 'CWE-336', title: 'The generator for secrets always starts with the same seed', fix: 'Make it without a seed: it then takes one from the operating system.' },
  'predictable-seed': { severity: 'medium', cwe: 'CWE-337', title: 'The generator for secrets starts with the time', fix: 'Make it without a seed: it then takes one from the operating system.' },
  'certificate-unchecked': { severity: 'high', cwe: 'CWE-295', title: 'The certificate of the other side is not verified', fix: 'Leave verification on, and trust a private authority by its certificate.' },
  'host-name-unchecked': { severity: 'high', cwe: 'CWE-297', title: 'The certificate of any host is taken', fix: 'Let the name in the certificate be compared with the host, as is the default.' },
  'cookie-without-secure': { severity: 'low', cwe: 'CWE-614', title: 'A cookie is sent without encryption, too', fix: 'Set its Secure flag.' },
  'cookie-open-to-scripts': { severity: 'low', cwe: 'CWE-1004', title: 'Scripts of the page can read a cookie', fix: 'Set its HttpOnly flag, unless the page’s own scripts need the cookie.' },
  'old-tls': { severity: 'medium', cwe: 'CWE-327', title: 'A version of TLS with known attacks is allowed', fix: 'Take TLS 1.2 as the least version.' },
  'token-unverified': { severity: 'high', cwe: 'CWE-347', title: 'The signature of a token does not count', fix: 'Verify the token with one algorithm that is named in the code, never with none.' },
  'any-origin': { severity: 'medium', cwe: 'CWE-942', title: 'Any website may read answers that are meant for the visitor', fix: 'List the origins that may read answers together with cookies.' },
  'external-entities': { severity: 'high', cwe: 'CWE-611', title: 'An XML parser loads what a document names', fix: 'Refuse document types, or leave external entities off.' },
  'shared-temporary-file': { severity: 'low', cwe: 'CWE-377', title: 'A file in the shared temporary folder has a name that others know', fix: 'Let the system make a temporary file or folder with a name of its own, for its owner alone.' },
  'writable-by-all': { severity: 'medium', cwe: 'CWE-732', title: 'Everybody on the machine may write to a file', fix: 'Give rights to the owner alone: 0600 for files, 0700 for folders.' },
  'debug-switch': { severity: 'medium', cwe: 'CWE-489', title: 'A debugging aid is switched on', fix: 'Let the environment switch it on, and only in development.' },
  'error-shown': { severity: 'low', cwe: 'CWE-209', title: 'Errors are shown to whoever asks', fix: 'Write errors to the log, and show a sentence that says nothing of the program.' },
  'weak-content-policy': { severity: 'low', cwe: 'CWE-693', title: 'The content security policy lets injected scripts run', fix: 'Allow scripts by nonce or hash, without unsafe-inline, unsafe-eval and *.' },
};
