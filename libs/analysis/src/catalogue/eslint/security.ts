import { SOURCE_TARGETS, type ToolDefinition } from '../tool';
import { SCRIPTS_AND_COMPONENTS, TESTS } from './files';

const security = { category: 'security', billing: 'security', engine: 'eslint', targets: SOURCE_TARGETS, files: SCRIPTS_AND_COMPONENTS } as const;

/**
 * Left out: rules that report ordinary code (object injection, file names), and unsafe regular expressions, which the
 * tool regex-dos judges better.
 */
export const eslintSecurity: ToolDefinition = {
  ...security,
  id: 'eslint-security',
  name: 'Node.js security patterns',
  description: 'Finds code in JavaScript and TypeScript that runs, loads or matches what an outsider may control, and characters that hide code from a reader.',
  advice: 'Make sure that nothing from outside reaches this call unchecked.',
  rules: {
    'security/detect-eval-with-expression': { severity: 'critical', cwe: 'CWE-95', title: 'eval of a computed string', fix: 'Parse data with JSON.parse, and look functions up in an object of allowed ones.' },
    'security/detect-child-process': { severity: 'high', cwe: 'CWE-78', title: 'Shell command built from a variable', fix: 'Use execFile or spawn with an array of arguments and without a shell.' },
    'assay/sql-from-values': { severity: 'high', cwe: 'CWE-89', title: 'SQL statement built from values', fix: 'Write a placeholder in the statement, and pass the values beside it.' },
    'assay/where-from-values': { severity: 'high', cwe: 'CWE-943', title: 'JavaScript for the database built from values', fix: 'Use query operators such as $eq and $gt, which take values as values.' },
    'assay/redirect-from-request': { severity: 'medium', cwe: 'CWE-601', title: 'Redirect to an address from the request', fix: 'Redirect to paths of your own, or compare the whole origin with a list.' },
    'assay/fetch-from-request': { severity: 'high', cwe: 'CWE-918', title: 'Server asked for an address from the request', fix: 'Choose the server in the code, or compare the whole origin with a list and refuse private addresses.' },
    'assay/hard-coded-key': { severity: 'high', cwe: 'CWE-798', title: 'Key in the source', fix: 'Make a new key, and load it from the environment or a secret manager.' },
    'assay/hard-coded-password': { severity: 'medium', cwe: 'CWE-798', title: 'Password in the source', fix: 'Change the password, and load the new one from the environment or a secret manager.' },
    'assay/cookie-open-to-scripts': { severity: 'medium', cwe: 'CWE-1004', title: 'Cookie of a session that scripts can read', fix: 'Pass { httpOnly: true, secure: true }.' },
    'assay/session-kept': { severity: 'low', cwe: 'CWE-384', title: 'The session of before the login is kept', fix: 'Call req.session.regenerate() before the session is told who has logged in.' },
    'assay/cookie-without-secure': { severity: 'low', cwe: 'CWE-614', title: 'Cookie of a session that is sent without encryption', fix: 'Set secure: true, or let the environment decide where development has no TLS.' },
    'security/detect-bidi-characters': { severity: 'high', cwe: 'CWE-1007', title: 'Bidirectional control character hides what the code does', fix: 'Remove the character, or write it as an escape.' },
    'security/detect-invisible-characters': { severity: 'medium', cwe: 'CWE-1007', title: 'Invisible character in the source', fix: 'Remove the character, or write it as an escape.' },
    'security/detect-disable-mustache-escape': { severity: 'high', cwe: 'CWE-79', title: 'Escaping of a template engine is switched off', fix: 'Leave escapeMarkup on, and mark as safe only the strings that your own code made.' },
    'security/detect-no-csrf-before-method-override': { severity: 'medium', cwe: 'CWE-352', title: 'The CSRF check runs before method-override', fix: 'Use method-override before the CSRF middleware, which otherwise judges the wrong method.' },
    'security/detect-non-literal-require': { severity: 'low', cwe: 'CWE-829', title: 'require of a computed name', fix: 'Choose from an object of known modules.' },
    'security/detect-non-literal-regexp': { severity: 'low', cwe: 'CWE-1333', title: 'Regular expression built from a variable', fix: 'Escape what comes from outside, or compare without a regular expression.' },
    'security/detect-possible-timing-attacks': { severity: 'low', cwe: 'CWE-208', title: 'Secret compared in a time that depends on it', fix: 'Compare with crypto.timingSafeEqual on buffers of the same length.' },
    'security/detect-pseudoRandomBytes': { severity: 'medium', cwe: 'CWE-338', title: 'Random bytes that can be predicted', fix: 'Use crypto.randomBytes.' },
    'security/detect-new-buffer': { severity: 'medium', cwe: 'CWE-908', weakness: 'new-buffer', title: 'new Buffer of a variable: a number gives memory that was not cleared', fix: 'Use Buffer.from or Buffer.alloc.' },
    'security/detect-buffer-noassert': { severity: 'medium', cwe: 'CWE-119', title: 'Buffer access without a bounds check', fix: 'Leave out the noAssert argument.' },
  },
  // Tests use invented passwords and set cookies for themselves.
  settings: { except: [{ files: TESTS, rules: ['assay/hard-coded-password', 'assay/cookie-open-to-scripts', 'assay/cookie-without-secure'] }] },
};

export const microsoftSdl: ToolDefinition = {
  ...security,
  id: 'microsoft-sdl',
  name: 'Microsoft SDL rules',
  description: "Checks browser, Angular, Electron and Node.js code against the rules of Microsoft's Security Development Lifecycle.",
  advice: 'Follow the guidance of the Security Development Lifecycle for this API.',
  rules: {
    '@microsoft/sdl/no-angular-bypass-sanitizer': { severity: 'high', cwe: 'CWE-79', title: 'Angular sanitizer bypassed', fix: 'Bind the value as text, or sanitize it first and keep the bypass in one reviewed place.' },
    '@microsoft/sdl/no-angular-sanitization-trusted-urls': { severity: 'medium', cwe: 'CWE-79', title: "AngularJS's list of trusted URLs widened", fix: 'Keep the default list, or match whole origins in it.' },
    '@microsoft/sdl/no-angularjs-bypass-sce': { severity: 'high', cwe: 'CWE-79', title: 'AngularJS strict contextual escaping bypassed', fix: 'Leave $sce enabled and bind sanitized HTML.' },
    '@microsoft/sdl/no-angularjs-enable-svg': { severity: 'medium', cwe: 'CWE-79', title: 'AngularJS sanitizer lets SVG through', fix: 'Serve SVG files as images instead.' },
    '@microsoft/sdl/no-angularjs-sanitization-whitelist': { severity: 'medium', cwe: 'CWE-79', title: "AngularJS's list of trusted URLs replaced", fix: 'Keep the default list.' },
    '@microsoft/sdl/no-document-domain': { severity: 'medium', cwe: 'CWE-346', title: 'document.domain relaxes the same-origin policy', fix: 'Use postMessage between the pages.' },
    '@microsoft/sdl/no-document-write': { severity: 'medium', cwe: 'CWE-79', title: 'document.write of markup', fix: 'Create elements, or set textContent.' },
    '@microsoft/sdl/no-electron-node-integration': { severity: 'high', cwe: 'CWE-94', title: 'Electron page with access to Node.js', fix: 'Set nodeIntegration to false and expose what the page needs through contextBridge.' },
    '@microsoft/sdl/no-html-method': { severity: 'medium', cwe: 'CWE-79', title: 'html() sets markup without sanitizing it', fix: 'Use text(), or sanitize the markup first.' },
    '@microsoft/sdl/no-inner-html': { severity: 'medium', cwe: 'CWE-79', title: 'Markup assigned to innerHTML or outerHTML', fix: 'Set textContent, or sanitize the markup first.' },
    '@microsoft/sdl/no-insecure-random': { severity: 'low', cwe: 'CWE-338', title: 'Random number that can be predicted', fix: 'Use crypto.getRandomValues or crypto.randomBytes where the number guards anything.' },
    '@microsoft/sdl/no-insecure-url': { severity: 'low', cwe: 'CWE-319', title: 'Address without transport encryption', fix: 'Use https:// or ftps://.' },
    '@microsoft/sdl/no-msapp-exec-unsafe': { severity: 'high', cwe: 'CWE-79', title: 'MSApp.execUnsafeLocalFunction switches script validation off', fix: 'Insert static, trusted markup only.' },
    '@microsoft/sdl/no-postmessage-star-origin': { severity: 'medium', cwe: 'CWE-346', title: 'Message posted to a window of any origin', fix: "Name the receiver's origin instead of *." },
    '@microsoft/sdl/no-unsafe-alloc': { severity: 'medium', cwe: 'CWE-908', title: 'Buffer of memory that was not cleared', fix: 'Use Buffer.alloc, or fill the whole buffer before anything reads it.' },
    '@microsoft/sdl/no-winjs-html-unsafe': { severity: 'high', cwe: 'CWE-79', title: 'WinJS sets markup without sanitizing it', fix: 'Use the function without Unsafe in its name.' },
  },
  settings: {
    options: {
      // Names of namespaces and schemas are not addresses. Nobody eavesdrops on localhost and example.com.
      '@microsoft/sdl/no-insecure-url': [{ exceptions: ['^https?://(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1?\\])', '^http://(?:[\\w-]+\\.)*(?:w3|json-schema|purl|xmlns|openxmlformats|schemas\\.\\w+|xmlsoap|ogp|schema|example)\\.(?:org|com|net|me)\\b'] }],
    },
    except: [{ files: TESTS, rules: ['@microsoft/sdl/no-insecure-url', '@microsoft/sdl/no-insecure-random'] }],
  },
};

export const domXssSinks: ToolDefinition = {
  ...security,
  id: 'dom-xss-sinks',
  name: 'DOM XSS sinks',
  description: 'Finds computed strings that reach innerHTML, document.write, insertAdjacentHTML and other places where a browser reads markup.',
  advice: 'Set textContent or create elements; where markup is wanted, sanitize it with DOMPurify first.',
  rules: {
    'no-unsanitized/method': { severity: 'high', cwe: 'CWE-79', title: 'Computed markup passed to a method that parses it' },
    'no-unsanitized/property': { severity: 'high', cwe: 'CWE-79', title: 'Computed markup assigned to a property that parses it' },
  },
};

export const highEntropyStrings: ToolDefinition = {
  ...security,
  id: 'high-entropy-strings',
  name: 'High-entropy strings',
  description: 'Finds strings too random to be words: keys, tokens and passwords that no known pattern matches.',
  advice: 'If it is a credential, revoke it and load the new one from the environment or a secret manager.',
  rules: {
    'no-secrets/no-secrets': { severity: 'info', cwe: 'CWE-798', title: 'String that looks like a secret' },
  },
  settings: {
    options: {
      'no-secrets/no-secrets': [
        {
          // The entropy of a token in bits per character. English identifiers of 40 letters reach 4.3, random base64 of
          // 32 characters reaches 4.6.
          tolerance: 4.5,
          ignoreModules: true,
          // Addresses, integrity hashes, data URLs, SVG paths, alphabets, markup and style rules look random, but are
          // not secrets.
          ignoreContent: ['^(?:https?|ftp|file|blob|data|mailto|urn|chrome-extension):', '^(?:sha\\d+|md5)[-:]', '^[MmLlHhVvCcSsQqTtAaZz][\\d\\s.,-]', 'abcdef', 'ABCDEF', 'sourceMappingURL=', '^[\\w+/=-]{250,}$', '[<>{}()]', '^[./@~]', '^(?=[\\w-]+(?:[./:][\\w-]+)+$)(?!.*\\d.*\\d.*\\d)'],
          additionalDelimiters: ['[/.,;:|&=]'],
        },
      ],
    },
  },
};

export const svelteRawHtml: ToolDefinition = {
  ...security,
  id: 'svelte-raw-html',
  name: 'Raw HTML in Svelte',
  description: 'Finds Svelte templates that print markup unescaped, and links that give another site a handle on the page.',
  files: ['**/*.svelte'],
  advice: 'Print the value as text, or sanitize it before it reaches the template.',
  rules: {
    'svelte/no-at-html-tags': { severity: 'high', cwe: 'CWE-79', title: '{@html} prints markup unescaped' },
    'svelte/no-target-blank': { severity: 'low', cwe: 'CWE-1022', title: 'Link opens a window that can navigate this one', fix: 'Add rel="noopener noreferrer".' },
  },
};
