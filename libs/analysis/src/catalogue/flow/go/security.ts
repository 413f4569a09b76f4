import { ALL_BUT_EXPOSURE, ALL_BUT_PREDICTABLE, ERROR_STACK, type FlowRows, PREDICTABLE, type SettingRow } from '../rows';
import { settings, sinks } from '../make';

const FIXED = { fixed: true } as const;

const RANDOM = ['Int', 'Intn', 'IntN', 'Int31', 'Int31n', 'Int32', 'Int32N', 'Int63', 'Int63n', 'Int64', 'Int64N', 'N', 'Uint32', 'Uint64', 'UintN', 'Float32', 'Read', 'Float64', 'Perm'].map((name) => `math.rand.${name}()`);

/** Ciphers whose first argument is the key. */
const CIPHERS = ['crypto.aes.NewCipher', 'crypto.des.NewCipher', 'crypto.des.NewTripleDESCipher', 'crypto.rc4.NewCipher', 'chacha20poly1305.New', 'chacha20poly1305.NewX', 'blowfish.NewCipher'];
const MODES = ['NewCBCEncrypter', 'NewCTR', 'NewCFBEncrypter', 'NewOFB'].map((name) => `crypto.cipher.${name}`);
const AEADS = ['crypto.cipher.NewGCM()', 'chacha20poly1305.New()', 'chacha20poly1305.NewX()'];
const CREATING = ['os.Create', 'os.OpenFile', 'os.WriteFile', 'os.Mkdir', 'os.MkdirAll', 'io.ioutil.WriteFile'];

const cryptography: readonly SettingRow[] = [
  ...settings('weak-cipher', ['crypto.des.NewCipher', 'crypto.des.NewTripleDESCipher', 'crypto.rc4.NewCipher', 'cast5.NewCipher', 'tea.NewCipher', 'xtea.NewCipher', 'rc2.New'], { always: true }),
  ...settings('weak-cipher', ['blowfish.NewCipher', 'blowfish.NewSaltedCipher'], { always: true, severity: 'medium' }),
  ...settings('weak-hash', ['crypto.hmac.New'], { flags: ['crypto.md5.New'] }),
  ...settings('weak-hash', ['md4.New', 'ripemd160.New'], { always: true }),
  ...settings('hard-coded-key', CIPHERS, FIXED),
  ...settings('hard-coded-key', ['crypto.hmac.New'], { argument: [1], ...FIXED, severity: 'medium' }),
  ...settings('constant-iv', MODES, { argument: [1], ...FIXED }),
  ...settings(
    'constant-iv',
    AEADS.map((aead) => `${aead}.Seal`),
    { argument: [1], ...FIXED },
  ),
  ...settings('short-key', ['crypto.rsa.GenerateKey'], { argument: [1], below: 2048 }),
  ...settings('short-key', ['crypto.rsa.GenerateMultiPrimeKey'], { argument: [2], below: 2048 }),
  ...settings('short-key', ['crypto.dsa.GenerateParameters'], { argument: [2], flags: ['crypto.dsa.L1024N160'] }),
  ...settings('constant-salt', ['pbkdf2.Key', 'scrypt.Key', 'argon2.Key', 'argon2.IDKey'], { argument: [1], ...FIXED }),
  ...settings('constant-salt', ['crypto.pbkdf2.Key'], { argument: [2], ...FIXED }),
  ...settings('few-iterations', ['pbkdf2.Key'], { argument: [2], below: 10_000 }),
  ...settings('few-iterations', ['crypto.pbkdf2.Key'], { argument: [3], below: 10_000 }),
  ...settings('few-iterations', ['bcrypt.GenerateFromPassword'], { argument: [1], below: 10 }),
  ...settings('few-iterations', ['bcrypt.GenerateFromPassword'], { argument: [1], flags: ['bcrypt.MinCost'] }),
  ...settings('few-iterations', ['scrypt.Key'], { argument: [2], below: 16_384 }),
];

/** A library that leaves the choice to its users sets it conditionally. */
const CHOSEN = { isAssignment: true, severity: 'medium' } as const;
const OLD_TLS = ['VersionSSL30', 'VersionTLS10', 'VersionTLS11'].map((name) => `crypto.tls.${name}`);

const OLD_SUITES = ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA', 'TLS_ECDHE_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA'].map((name) => `crypto.tls.${name}`);

const transport: readonly SettingRow[] = [
  { call: 'crypto.tls.Config', weakness: 'weak-cipher', argument: ['CipherSuites'], elements: true, flags: OLD_SUITES, severity: 'medium' },
  { call: 'ssh.ClientConfig', weakness: 'certificate-unchecked', argument: ['HostKeyCallback'], answer: true, is: [null] },
  { call: 'resty.Client.SetTLSClientConfig', weakness: 'certificate-unchecked', field: 'InsecureSkipVerify', is: [true] },
  { call: 'crypto.tls.Config', weakness: 'certificate-unchecked', argument: ['InsecureSkipVerify'], is: [true] },
  { call: 'crypto.tls.Config.InsecureSkipVerify', ...CHOSEN, weakness: 'certificate-unchecked', is: [true] },
  ...['MinVersion', 'MaxVersion'].flatMap((name): SettingRow[] => [
    { call: 'crypto.tls.Config', weakness: 'old-tls', argument: [name], flags: OLD_TLS },
    { call: `crypto.tls.Config.${name}`, isAssignment: true, weakness: 'old-tls', flags: OLD_TLS },
  ]),
];

const NO_SIGNATURE = ['jwt.SigningMethodNone', 'jwt.UnsafeAllowNoneSignatureType'];

const tokens: readonly SettingRow[] = [
  ...settings('token-unverified', ['jwt.NewWithClaims', 'jwt.New'], { flags: NO_SIGNATURE }),
  ...settings('hard-coded-key', ['jwt.NewWithClaims().SignedString', 'jwt.New().SignedString'], FIXED),
  ...settings('hard-coded-key', ['jwt.Parse'], { argument: [1], answer: true, ...FIXED }),
  ...settings('hard-coded-key', ['jwt.ParseWithClaims'], { argument: [2], answer: true, ...FIXED }),
  ...settings('hard-coded-key', ['sessions.NewCookieStore', 'sessions.NewFilesystemStore', 'cookie.NewStore', 'memstore.NewStore', 'securecookie.New', 'csrf.Protect'], FIXED),
  // Of Echo and Fiber.
  ...settings('hard-coded-key', ['middleware.JWT', 'echo-jwt.JWT', 'echojwt.JWT'], FIXED),
  ...settings('hard-coded-key', ['middleware.JWTConfig', 'echo-jwt.Config', 'jwt.Config'], { argument: ['SigningKey'], ...FIXED }),
  ...settings('hard-coded-key', ['jwt.SigningKey', 'gin-jwt.GinJWTMiddleware'], { argument: ['Key'], ...FIXED }),
  ...settings('hard-coded-key', ['jwtauth.New'], { argument: [1], ...FIXED }),
  ...settings('token-unverified', ['jwt.WithVerify'], { is: [false] }),
];

/** Passwords of services, which stand beside their addresses. */
const passwords: readonly SettingRow[] = [
  ...settings('hard-coded-password', ['redis.Options', 'redis.UniversalOptions', 'redis.ClusterOptions', 'pg.Options', 'ldap.SimpleBindRequest'], { argument: ['Password'], ...FIXED }),
  ...settings('hard-coded-password', ['mysql.Config'], { argument: ['Passwd'], ...FIXED }),
  ...settings('hard-coded-password', ['gomail.NewDialer', 'gomail.NewPlainDialer'], { argument: [3], ...FIXED }),
  ...settings('hard-coded-password', ['net.smtp.PlainAuth'], { argument: [2], ...FIXED }),
  ...settings('hard-coded-password', ['ssh.Password', 'redis.DialPassword'], FIXED),
  ...settings('hard-coded-password', ['ldap.Conn.Bind', 'net.http.Request.SetBasicAuth'], { argument: [1], ...FIXED }),
];

const cookie = (weakness: SettingRow['weakness'], field: string, position: number): SettingRow[] => [
  { call: 'net.http.SetCookie', weakness, argument: [1], field, is: [false], orMissing: true },
  { call: 'echo.Context.SetCookie', weakness, field, is: [false], orMissing: true },
  { call: 'gin.Context.SetCookie', weakness, argument: [position], is: [false] },
  { call: 'fiber.Ctx.Cookie', weakness, field: field === 'HttpOnly' ? 'HTTPOnly' : field, is: [false], orMissing: true },
];

const ORIGINS = { elements: true, is: ['*'] } as const;

const web: readonly SettingRow[] = [
  ...cookie('cookie-without-secure', 'Secure', 5),
  ...cookie('cookie-open-to-scripts', 'HttpOnly', 6),
  { call: 'sessions.Options', weakness: 'cookie-without-secure', argument: ['Secure'], is: [false] },
  { call: 'csrf.Secure', weakness: 'cookie-without-secure', is: [false] },
  { call: 'csrf.HttpOnly', weakness: 'cookie-open-to-scripts', is: [false] },
  { call: 'sessions.Options', weakness: 'cookie-open-to-scripts', argument: ['HttpOnly'], is: [false], orMissing: true },
  // Echo reflects the origin of the request if all origins and cookies are allowed.
  { call: 'middleware.CORSConfig', weakness: 'any-origin', argument: ['AllowOrigins'], ...ORIGINS, and: [{ argument: ['AllowCredentials'], is: [true] }] },
  { call: 'middleware.CORSConfig', weakness: 'any-origin', argument: ['UnsafeWildcardOriginWithAllowCredentials'], is: [true] },
  ...['cors.Config', 'cors.Options'].flatMap((call): SettingRow[] => [
    { call, weakness: 'any-origin', argument: ['AllowOriginFunc', 'AllowOriginRequestFunc', 'AllowOriginsFunc', 'AllowOriginVaryRequestFunc'], answer: true, is: [true], and: [{ argument: ['AllowCredentials'], is: [true] }] },
    // Browsers refuse the star together with cookies. It does not work, and invites a wrong repair.
    ...['AllowOrigins', 'AllowedOrigins'].map((name): SettingRow => ({ call, weakness: 'any-origin', argument: [name], ...ORIGINS, and: [{ argument: ['AllowCredentials'], is: [true] }], severity: 'low' })),
    { call, weakness: 'any-origin', argument: ['AllowAllOrigins'], is: [true], and: [{ argument: ['AllowCredentials'], is: [true] }], severity: 'low' },
  ]),
];

const files: readonly SettingRow[] = [...settings('shared-temporary-file', CREATING, { begins: '^/(?:var/)?tmp/[^/]' }), ...settings('writable-by-all', ['os.Chmod'], { argument: [1], bits: 0o002 })];

/** A directive for scripts that lets those run that somebody put into the page. */
const WEAK_POLICY = "script-src(?![^;]*'(?:nonce-|strict-dynamic))[^;]*(?:'unsafe-inline'|'unsafe-eval'|\\s\\*(?:\\s|;|$))";

const HEADERS = ['net.http.ResponseWriter.Header().Set', 'net.http.ResponseWriter.Header().Add'];

/** Cryptography, TLS, tokens, cookies, other origins, files and random numbers of Go and its common packages. */
export const goSecurity: FlowRows = {
  aliases: {
    'math.rand.v2': 'math.rand',
    'math.rand.New()': 'math.rand',
    'math.rand.v2.New()': 'math.rand',
    'math.rand.Rand': 'math.rand',
    ...Object.fromEntries(RANDOM.map((path) => [path.replace('math.rand.', 'math.rand.v2.'), path])),
    'jwt.SigningMethodHS256.New()': 'jwt.New()',
    'echo.New()': 'echo.Echo',
  },
  sources: {
    ...Object.fromEntries(RANDOM.map((call) => [call, PREDICTABLE])),
    'runtime.debug.Stack()': ERROR_STACK,
  },
  harmless: [
    { paths: RANDOM, weaknesses: ALL_BUT_PREDICTABLE },
    { paths: ['runtime.debug.Stack()'], weaknesses: ALL_BUT_EXPOSURE },
  ],
  setters: { 'net.http.Cookie': {}, 'fiber.Cookie': {} },
  sinks: [
    ...sinks('predictable-secret', ['net.http.Cookie'], { arguments: ['Value'] }),
    ...sinks('predictable-secret', ['gin.Context.SetCookie'], { arguments: [1] }),
    ...sinks('predictable-secret', ['crypto.aes.NewCipher', 'crypto.hmac.New'], { arguments: [0, 1] }),
    ...sinks('cross-origin-access', HEADERS, { arguments: [1], onlyWithFirst: 'access-control-allow-origin' }),
    ...sinks('cross-origin-access', ['gin.Context.Header', 'fiber.Ctx.Set'], { arguments: [1], onlyWithFirst: 'access-control-allow-origin' }),
    ...sinks('token-unverified', ['jwt.NewParser().ParseUnverified', 'jwt.Parser.ParseUnverified', 'jwt.ParseUnverified'], { unlessCalled: ['jwt.Parse', 'jwt.ParseWithClaims', 'jwt.Parser.Parse', 'jwt.Parser.ParseWithClaims', 'jwt.NewParser().Parse', 'jwt.NewParser().ParseWithClaims'] }),
    ...sinks('error-exposure', ['net.http.ResponseWriter.Write']),
    ...sinks('error-exposure', ['net.http.Error'], { arguments: [1] }),
    ...sinks('error-exposure', ['fmt.Fprint', 'fmt.Fprintf', 'fmt.Fprintln'], { arguments: [1, 2, 3, 4], onlyWithFlag: ['net.http.ResponseWriter'] }),
  ],
  settings: [
    ...cryptography,
    ...transport,
    ...tokens,
    ...passwords,
    ...web,
    ...files,
    ...settings('weak-content-policy', [...HEADERS, 'gin.Context.Header', 'fiber.Ctx.Set'], { argument: [1], matches: WEAK_POLICY, and: [{ matches: '^content-security-policy$' }] }),
    ...settings('writable-by-all', ['syscall.Umask', 'unix.Umask'], { is: [0], severity: 'low' }),
    { call: 'echo.Echo.Debug', isAssignment: true, weakness: 'debug-switch', is: [true], severity: 'low' },
  ],
};
