import { settings } from '../make';
import { ALL_BUT_EXPOSURE, ERROR_STACK, FLOW_WEAKNESSES, type FlowRows, type SettingRow } from '../rows';

const FIXED = { fixed: true } as const;
const JWT = 'Firebase.JWT.JWT';
/** Texts that are too short for a password, or stand for one in an example or a test. */
const NO_PASSWORD = '^(?:.{0,3}|(?:none|null|dummy|test|password|passwd|pass|secret|change_?me|your|example|root|admin|guest|postgres)\\b.*|.*[<{\\[%].*)$';
const TEMPORARY = '^/(?:var/)?tmp/[^/]';

const tokens: readonly SettingRow[] = [
  ...settings('hard-coded-key', [`${JWT}.encode`, `${JWT}.decode`], { argument: [1, 'key', 'keyOrKeyArray'], ...FIXED }),
  ...settings('hard-coded-key', ['Firebase.JWT.Key', 'Lcobucci.JWT.Signer.Key.InMemory.plainText'], FIXED),
  ...settings('token-unverified', [`${JWT}.encode`], { argument: [2, 'alg'], matches: '^none$' }),
  ...settings('token-unverified', [`${JWT}.decode`], { argument: [2], elements: true, matches: '^none$' }),
  ...settings('token-unverified', ['Lcobucci.JWT.Configuration.forUnsecuredSigner'], { always: true }),
];

/** Tokens, other origins, XML parsers, files and errors of PHP and its common libraries. */
export const phpHardening: FlowRows = {
  sources: { '$_SERVER.HTTP_ORIGIN': 'header of the request', 'Throwable.getTraceAsString()': ERROR_STACK },
  harmless: [
    { paths: ['$_SERVER.HTTP_ORIGIN'], weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'cross-origin-access') },
    { paths: ['Throwable.getTraceAsString()'], weaknesses: ALL_BUT_EXPOSURE },
  ],
  sinks: [{ call: 'header', weakness: 'cross-origin-access', only: 'allowed-origin' }, ...['echo', 'print', 'exit'].map((call) => ({ call, weakness: 'error-exposure' as const }))],
  settings: [
    ...tokens,
    ...settings('external-entities', ['libxml_disable_entity_loader'], { is: [false, 0] }),
    ...settings('external-entities', ['DOMDocument.substituteEntities', 'DOMDocument.resolveExternals'], { isAssignment: true, is: [true, 1] }),
    ...settings('writable-by-all', ['chmod'], { argument: [1, 'permissions'], bits: 0o002 }),
    ...settings('writable-by-all', ['umask'], { is: [0], severity: 'low' }),
    ...settings('weak-content-policy', ['header'], { matches: "^content-security-policy:.*script-src(?![^;]*'(?:nonce-|strict-dynamic))[^;]*(?:'unsafe-inline'|'unsafe-eval'|\\s\\*(?:\\s|;|$))" }),
    ...settings('hard-coded-password', ['PDO', 'mysqli', 'mysqli_connect', 'ldap_bind', 'ftp_login', 'ssh2_auth_password', 'mysql_connect', 'oci_connect', 'odbc_connect'], { argument: [2, 'password'], fixed: true, unless: NO_PASSWORD }),
    ...settings('hard-coded-password', ['pg_connect', 'pg_pconnect'], { matches: "\\bpassword='?(?!(?:password|secret|test|your|example)\\b)[^\\s'$%<{]{4}" }),
    ...settings('hard-coded-password', ['Redis.auth'], { fixed: true, unless: NO_PASSWORD }),
    ...settings('shared-temporary-file', ['file_put_contents', 'mkdir', 'touch'], { begins: TEMPORARY }),
    ...settings('shared-temporary-file', ['fopen'], { begins: TEMPORARY, and: [{ argument: [1, 'mode'], matches: '^[waxc]' }] }),
    ...settings('error-shown', ['ini_set'], { argument: [1], is: [true, 1, '1', 'on', 'On', 'stdout'], and: [{ matches: '^display_(?:startup_)?errors$' }] }),
  ],
};
