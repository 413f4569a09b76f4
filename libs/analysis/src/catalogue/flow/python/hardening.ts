import { ALL_BUT_EXPOSURE, ERROR_STACK, type FlowRows, type SettingRow, type SinkRow } from '../rows';
import { django, fastapi, flask } from './web';

type Weakness = SettingRow['weakness'];

const settings = (weakness: Weakness, calls: readonly string[], condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow[] => calls.map((call) => ({ call, weakness, ...condition }));
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
  ],
  settings: [
    ...tokens,
    ...origins,
    ...parsers,
    ...settings('writable-by-all', ['os.chmod', 'os.fchmod', 'os.lchmod'], { argument: [1, 'mode'], bits: 0o002 }),
    // Another process may create a file of that name before the program does.
    ...settings('shared-temporary-file', ['tempfile.mktemp'], { always: true }),
    ...settings('debug-switch', ['flask.App.run'], { argument: ['debug', 2], is: [true] }),
    ...settings('debug-switch', ['flask.App.debug', 'flask.App.config.DEBUG'], { isAssignment: true, is: [true] }),
    ...settings('debug-switch', ['fastapi.FastAPI', 'starlette.applications.Starlette', 'tornado.web.Application'], { argument: ['debug'], is: [true] }),
  ],
};
