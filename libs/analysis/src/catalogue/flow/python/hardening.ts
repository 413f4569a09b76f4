import { settings } from '../make';
import { ALL_BUT_EXPOSURE, ERROR_STACK, type FlowRows, type SettingRow, type SinkRow } from '../rows';
import { django, fastapi, flask } from './web';

const FIXED = { fixed: true } as const;

const LIBRARIES = ['jwt', 'jose.jwt'];
const decoding = LIBRARIES.map((name) => `${name}.decode`);
const encoding = LIBRARIES.map((name) => `${name}.encode`);
const SERIALIZERS = ['URLSafeSerializer', 'URLSafeTimedSerializer', 'Serializer', 'TimedSerializer', 'Signer', 'TimestampSigner', 'TimedJSONWebSignatureSerializer', 'JSONWebSignatureSerializer'].map((name) => `itsdangerous.${name}`);

/** Tokens and sessions that are signed. */
const tokens: readonly SettingRow[] = [
  ...settings('hard-coded-key', [...decoding, ...encoding], { argument: [1, 'key'], ...FIXED }),
  // Code may read a token before it verifies it, or after another service has verified it.
  ...settings('token-unverified', decoding, { argument: ['options', 3], field: 'verify_signature', is: [false], severity: 'medium' }),
  ...settings('token-unverified', decoding, { argument: ['verify'], is: [false], severity: 'medium' }),
  ...settings('token-unverified', decoding, { argument: ['algorithms', 2], elements: true, matches: '^none$' }),
  ...settings('token-unverified', encoding, { argument: ['algorithm', 2], matches: '^none$' }),
  ...settings('hard-coded-key', SERIALIZERS, { argument: [0, 'secret_key'], ...FIXED }),
  ...settings('hard-coded-key', ['tornado.web.Application'], { argument: ['cookie_secret'], ...FIXED }),
  ...['flask.App.secret_key', 'flask.App.config.SECRET_KEY'].map((call): SettingRow => ({ call, isAssignment: true, weakness: 'hard-coded-key', ...FIXED })),
];

/** Both libraries reflect the origin of the request if all origins and cookies are allowed. */
const origins: readonly SettingRow[] = [
  { call: 'flask_cors.CORS', weakness: 'any-origin', argument: ['supports_credentials'], is: [true], and: [{ argument: ['origins'], elements: true, matches: '^(?:\\*|\\.\\*)$', orMissing: true }], unlessGiven: ['resources'] },
  ...['fastapi', 'starlette'].flatMap((name) => [
    { call: '*.add_middleware', weakness: 'any-origin' as const, argument: ['allow_origins'], elements: true as const, is: ['*'], and: [{ argument: ['allow_credentials'], is: [true] }], onlyWithFlag: `${name}.middleware.cors.CORSMiddleware` },
    { call: '*.add_middleware', weakness: 'any-origin' as const, argument: ['allow_origin_regex'], matches: '^\\^?\\.[*+]\\$?$', and: [{ argument: ['allow_credentials'], is: [true] }], onlyWithFlag: `${name}.middleware.cors.CORSMiddleware` },
  ]),
];

const parsers: readonly SettingRow[] = [
  ...settings('external-entities', ['lxml.etree.XMLParser', 'lxml.etree.ETCompatXMLParser', 'lxml.etree.iterparse'], { argument: ['resolve_entities'], is: [true] }),
  ...settings('external-entities', ['xml.sax.make_parser().setFeature'], { argument: [1], is: [true, 1], onlyWithFlag: 'xml.sax.handler.feature_external_ges' }),
];

const TEMPORARY = '^/(?:var/)?tmp/[^/]';
const FLASK = 'flask.App';
/** Whether scripts that a stranger brought along run, whatever the other directives say. */
const WEAK_POLICY = "script-src(?![^;]*'(?:nonce-|strict-dynamic))[^;]*(?:'unsafe-inline'|'unsafe-eval'|\\s\\*(?:\\s|;|$))";

/** Switches of a program for its pages, cookies and tokens. */
const switches: readonly SettingRow[] = [
  ...settings('hard-coded-key', [`${FLASK}.config.update`], { argument: ['SECRET_KEY', 'JWT_SECRET_KEY'], ...FIXED }),
  // Tutorials set a default there, which a file of settings replaces.
  ...settings('hard-coded-key', [`${FLASK}.config.from_mapping`], { argument: ['SECRET_KEY', 'JWT_SECRET_KEY'], ...FIXED, severity: 'low' }),
  { call: `${FLASK}.config.JWT_SECRET_KEY`, isAssignment: true, weakness: 'hard-coded-key', ...FIXED },
  ...settings('hard-coded-key', ['*.add_middleware', 'starlette.middleware.Middleware'], { argument: ['secret_key'], ...FIXED, onlyWithFlag: 'starlette.middleware.sessions.SessionMiddleware' }),
  ...settings('hard-coded-key', ['hmac.new', 'hmac.digest', 'hmac.HMAC'], { argument: [0, 'key'], ...FIXED }),
  { call: `${FLASK}.config.SESSION_COOKIE_SECURE`, isAssignment: true, weakness: 'cookie-without-secure', is: [false] },
  { call: `${FLASK}.config.SESSION_COOKIE_HTTPONLY`, isAssignment: true, weakness: 'cookie-open-to-scripts', is: [false] },
  ...['WTF_CSRF_ENABLED', 'WTF_CSRF_CHECK_DEFAULT'].map((name): SettingRow => ({ call: `${FLASK}.config.${name}`, isAssignment: true, weakness: 'forgery-unchecked', is: [false] })),
  { call: `${FLASK}.jinja_env.autoescape`, isAssignment: true, weakness: 'escaping-off', is: [false] },
  ...settings('escaping-off', ['tornado.web.Application'], { argument: ['autoescape'], is: [null] }),
  ...settings('escaping-off', ['jinja2.Environment', 'jinja2.environment.Environment'], { argument: ['autoescape'], is: [false] }),
  { call: '*.Content-Security-Policy', isAssignment: true, weakness: 'weak-content-policy', matches: WEAK_POLICY },
  ...settings('debug-switch', ['werkzeug.serving.run_simple'], { argument: ['use_debugger'], is: [true] }),
  ...settings('debug-switch', ['bottle.debug'], { is: [true] }),
  ...settings('debug-switch', ['bottle.run', 'bottle.Bottle().run', 'quart.Quart().run', 'sanic.Sanic().run', 'dash.Dash().run', 'dash.Dash().run_server'], { argument: ['debug'], is: [true] }),
  ...settings('any-origin', ['starlette.middleware.Middleware'], { argument: ['allow_origins'], elements: true, is: ['*'], and: [{ argument: ['allow_credentials'], is: [true] }] }),
];

/** Texts that are too short for a password, or stand for one in an example or a test. */
const NO_PASSWORD = '^(?:.{0,3}|(?:none|null|dummy|test|password|passwd|pass|secret|change_?me|your|example|root|admin|guest|postgres)\\b.*|.*[<{\\[%].*)$';

/** Passwords that are written where they are used. */
const passwords: readonly SettingRow[] = [
  ...settings('hard-coded-password', ['pymysql.connect', 'MySQLdb.connect', 'mysql.connector.connect'], { argument: [2, 'password', 'passwd'], fixed: true, unless: NO_PASSWORD }),
  ...settings('hard-coded-password', ['psycopg2.connect', 'psycopg.connect', 'redis.Redis', 'redis.StrictRedis', 'pyodbc.connect', 'ftplib.FTP', 'asyncpg.connect', 'asyncpg.create_pool'], { argument: ['password', 'passwd'], fixed: true, unless: NO_PASSWORD }),
  ...settings('hard-coded-password', ['smtplib.SMTP().login', 'smtplib.SMTP_SSL().login', 'imaplib.IMAP4_SSL().login', 'ftplib.FTP().login'], { argument: [1, 'password', 'passwd'], fixed: true, unless: NO_PASSWORD }),
  ...settings('hard-coded-password', ['paramiko.SSHClient().connect'], { argument: ['password'], fixed: true, unless: NO_PASSWORD }),
];

const shown = ({ only: _, ...sink }: SinkRow): SinkRow => ({ ...sink, weakness: 'error-exposure' });

/** Tokens, other origins, XML parsers, files, debugging and errors of Python and its common libraries. */
export const pythonHardening: FlowRows = {
  aliases: { 'authlib.jose.jwt': 'jose.jwt' },
  sources: { 'traceback.format_exc()': ERROR_STACK, 'traceback.format_exception()': ERROR_STACK, 'traceback.format_stack()': ERROR_STACK },
  harmless: [{ paths: ['traceback.format_exc()', 'traceback.format_exception()', 'traceback.format_stack()'], weaknesses: ALL_BUT_EXPOSURE }],
  sinks: [
    ...[flask, django, fastapi].flatMap(({ sinks = [] }) => sinks.filter(({ weakness }) => weakness === 'cross-site-scripting')).map(shown),
    ...['django.http.JsonResponse', 'starlette.responses.JSONResponse', 'fastapi.responses.JSONResponse'].map((call) => ({ call, weakness: 'error-exposure' as const, arguments: [0, 'data', 'content'] })),
    { returnOf: 'flask.App.errorhandler', weakness: 'error-exposure' },
    { assign: '*.Access-Control-Allow-Origin', weakness: 'cross-origin-access' },
    ...['add', 'set_header', 'add_header', 'append_header', 'setdefault', 'set'].map((name) => ({ call: `*.${name}`, weakness: 'cross-origin-access' as const, arguments: [1], onlyWithFirst: 'access-control-allow-origin' })),
  ],
  settings: [
    ...tokens,
    ...origins,
    ...parsers,
    ...switches,
    ...passwords,
    // Another process may read or replace a file whose name it knows.
    ...settings('shared-temporary-file', ['open', 'io.open'], { begins: TEMPORARY, and: [{ argument: [1, 'mode'], matches: '^[wax]' }] }),
    ...settings('shared-temporary-file', ['os.mkdir', 'os.makedirs'], { begins: TEMPORARY }),
    ...settings('writable-by-all', ['pathlib.Path().chmod'], { bits: 0o002 }),
    ...settings('writable-by-all', ['os.chmod', 'os.fchmod', 'os.lchmod'], { argument: [1, 'mode'], bits: 0o002 }),
    // Another process may create a file of that name before the program does.
    ...settings('shared-temporary-file', ['tempfile.mktemp'], { always: true }),
    ...settings('debug-switch', ['flask.App.run'], { argument: ['debug', 2], is: [true] }),
    ...settings('debug-switch', ['flask.App.debug', 'flask.App.config.DEBUG'], { isAssignment: true, is: [true] }),
    ...settings('debug-switch', ['fastapi.FastAPI', 'starlette.applications.Starlette', 'tornado.web.Application'], { argument: ['debug'], is: [true] }),
  ],
};
