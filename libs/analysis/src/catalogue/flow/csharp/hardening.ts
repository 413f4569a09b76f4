import type { FlowRows, SettingRow } from '../rows';
import { set, settings } from '../make';

const TRUE = { answer: true, is: [true] } as const;
const ANY_CERTIFICATE = ['HttpClientHandler.DangerousAcceptAnyServerCertificateValidator'];
const CALLBACKS = ['ServerCertificateValidationCallback', 'ServerCertificateCustomValidationCallback', 'RemoteCertificateValidationCallback'].map((name) => `*.${name}`);
const OLD = ['SslProtocols.Ssl2', 'SslProtocols.Ssl3', 'SslProtocols.Tls', 'SslProtocols.Tls11', 'SecurityProtocolType.Ssl3', 'SecurityProtocolType.Tls', 'SecurityProtocolType.Tls11'];
const COOKIES = [
  { call: 'HttpResponse.Cookies.Append', argument: [2] },
  { call: 'HttpResponse.Cookies.Add', argument: [0] },
  { call: 'HttpResponse.AppendCookie', argument: [0] },
  { call: 'HttpResponse.SetCookie', argument: [0] },
] as const;

const connections: readonly SettingRow[] = [
  ...set('certificate-unchecked', CALLBACKS, TRUE),
  ...set('certificate-unchecked', CALLBACKS, { flags: ANY_CERTIFICATE }),
  ...settings('certificate-unchecked', ['SslStream', 'NetworkStream'], { argument: [2, 'userCertificateValidationCallback'], ...TRUE }),
  ...set('certificate-unchecked', ['*.TrustServerCertificate'], { is: [true], severity: 'medium' }),
  ...set('old-tls', ['*.SslProtocols', '*.EnabledSslProtocols', 'ServicePointManager.SecurityProtocol'], { flags: OLD }),
  ...settings('old-tls', ['*.AuthenticateAsClient', '*.AuthenticateAsServer', '*.AuthenticateAsClientAsync', '*.AuthenticateAsServerAsync'], { argument: [2], flags: OLD }),
];

const cookies: readonly SettingRow[] = [
  ...COOKIES.flatMap((row): SettingRow[] => [
    { ...row, weakness: 'cookie-without-secure', field: 'Secure', is: [false], orMissing: true },
    { ...row, weakness: 'cookie-open-to-scripts', field: 'HttpOnly', is: [false], orMissing: true },
  ]),
  ...set('cookie-without-secure', ['*.SecurePolicy'], { flags: ['CookieSecurePolicy.None'] }),
];

/** A directive for scripts that lets those run that somebody put into the page. */
const WEAK_POLICY = { matches: "script-src(?![^;]*'(?:nonce-|strict-dynamic))[^;]*(?:'unsafe-inline'|'unsafe-eval'|\\s\\*(?:\\s|;|$))" } as const;

const policies: readonly SettingRow[] = [
  ...set('weak-content-policy', ['HttpResponse.Headers.Content-Security-Policy', 'HttpResponse.Headers.ContentSecurityPolicy'], WEAK_POLICY),
  ...settings('weak-content-policy', ['HttpResponse.Headers.Add', 'HttpResponse.Headers.Append', 'HttpResponse.AddHeader', 'HttpResponse.AppendHeader'], { argument: [1], ...WEAK_POLICY, and: [{ matches: '^content-security-policy$' }] }),
];

const tokens: readonly SettingRow[] = [
  ...settings('token-unverified', ['SigningCredentials'], { argument: [1], matches: '^none$' }),
  ...set('token-unverified', ['*.RequireSignedTokens'], { is: [false] }),
  ...settings('token-unverified', ['*.WithVerifySignature', '*.DoNotVerifySignature'], { is: [false], orMissing: true }),
];

/** Parsers that read external entities when they parse document types and have a resolver. */
const parsers: readonly SettingRow[] = [
  ...set('external-entities', ['XmlDocument.XmlResolver', 'XmlTextReader.XmlResolver', 'XmlDataDocument.XmlResolver'], { flags: ['XmlUrlResolver'] }),
  ...settings('external-entities', ['XmlReader.Create'], {
    argument: [1],
    field: 'XmlResolver',
    flags: ['XmlUrlResolver'],
    and: [{ argument: [1], field: 'DtdProcessing', flags: ['DtdProcessing.Parse'] }],
  }),
];

const files: readonly SettingRow[] = [
  ...settings('shared-temporary-file', ['File.WriteAllText', 'File.WriteAllBytes', 'File.Create', 'File.CreateText', 'File.OpenWrite', 'FileStream', 'StreamWriter'], { begins: '^/(?:var/)?tmp/[^/]' }),
  ...settings('writable-by-all', ['FileSystemAccessRule'], { matches: '^everyone$', and: [{ argument: [1], flags: ['FileSystemRights.FullControl', 'FileSystemRights.Write', 'FileSystemRights.Modify'] }] }),
  ...settings('writable-by-all', ['File.SetUnixFileMode'], { argument: [1], flags: ['UnixFileMode.OtherWrite'] }),
];

const origins: readonly SettingRow[] = [...settings('any-origin', ['*.SetIsOriginAllowed'], TRUE)];

const errors: readonly SettingRow[] = [
  ...set('error-shown', ['*.IncludeExceptionDetailInFaults', '*.EnableDetailedErrors'], { is: [true] }),
  ...set('error-shown', ['*.IncludeErrorDetailPolicy'], { flags: ['IncludeErrorDetailPolicy.Always'] }),
  ...settings('debug-switch', ['*.EnableSensitiveDataLogging'], { is: [true], severity: 'low' }),
];

/** TLS, cookies, tokens, other origins, XML parsers, files and errors of .NET and ASP.NET. */
export const csharpHardening: FlowRows = {
  setters: { CookieOptions: {}, HttpCookie: {}, XmlReaderSettings: {}, JsonSerializerSettings: {} },
  settings: [...connections, ...cookies, ...policies, ...tokens, ...parsers, ...files, ...origins, ...errors],
};
