// Forms of values that are no secrets.

/** Values that come from elsewhere: variables, templates, lookups, secret managers, encrypted values. */
export const REFERENCE = [
  /^\$[\w({[]|^:[a-z_]+$|^[<[({*]|[>\]})]$|\$\{|\$\(|\{\{|\}\}|<%|%\(|%[sdv]\b|#\{|\{\w*\}|@[\w.]+@$|^%[\w ]+%$/,
  /^(?:env|process|os|config|settings|secrets?|vars?|params?|data|this|self|args?|opts|options|props|state|req|request|input|form|values?|context|ctx|module|local|each|github|steps|user|event|body)[.[]/i,
  /^(?:vault|ssm|arn|op|keyring|secretsmanager|aws-sm|gcp-sm|sops|doppler|file|env|ref|secret|data|sha\d+|md5|urn|asm|akv|keyvault|classpath):/i,
  /^(?:ENC|AES|ENCRYPTED|DEC|CIPHER|KMS|RAW|vault)[([{]|^ENC\[|^AQICAH|^AgA[A-Za-z0-9+/]{80}|^\{cipher\}|^\$ANSIBLE|^!\w+/,
  // Validation rules of a framework for a field.
  /^(?:required|nullable|sometimes|string|confirmed|bail|filled|min|max|present)(?:[|:,]|$)/,
  // `@Model.Secret` of Razor, `App\Entity\User`, an alternative of a check.
  /^@[A-Z]\w*[.(]|^[A-Z]\w*(?:\\{1,2}[A-Z]\w*)+$|^required_\w+/,
  // `&oauth2.Validator{` of Go
  /^&?[A-Za-z_][\w.:]*\{$/,
  // A package version, or a source of user names in nsswitch.conf.
  /^(?:npm|workspace|link|portal|patch|catalog):|^[~^<>=]{1,2}\s?\d+(?:\.\d+)*\b|^(?:compat|files|systemd|winbind|sss)(?: |$)/,
  // `docker build --secret id=token,src=…`
  /^(?:id|src|source|env)=[\w.,=/~-]+$/,
  /^(?:getenv|env|lookup|process\.env|os\.environ|System\.getenv|ENV)\b/,
];

export const HASH = [
  /^\$(?:2[abxy]?|1|5|6|7|y|argon2\w*|pbkdf2[\w-]*|scrypt|apr1|P|H|S)\$/,
  /^(?:pbkdf2|bcrypt|argon2|scrypt|sha\d*|md5|crypt|unsalted|plain|hash)[\w-]*[$:{]/i,
  /^\{(?:S?SHA\d*|S?MD5|CRYPT|bcrypt|pbkdf2|noop|SSHA)[\w-]*\}/i,
  /^\*[0-9A-F]{40}$/,
  /^[\w.@-]{1,64}:(?:\$(?:2[abxy]?|5|6|y|apr1)\$|\{SHA\})/,
  /^md5[0-9a-f]{32}$/,
];

export const PLACEHOLDER = [
  /^(?:x+|y+|z+|\*+|\.+|-+|_+|#+|\?+|0+|1+|a+|n\/?a|nil|null|none|undefined|true|false|yes|no|on|off|empty|blank|void|nan|default|auto|unset|todo|tbd|fixme|foo|bar|baz|qux|foobar|foo-?bar|abc|xyz|asdf|any|some|string|str|text|varchar|char|value|val|hidden|optional|required|nullable|plain|basic|bearer|digest|negotiate|ntlm|oauth2?|header|query|body|cookie|form|number|int|integer|object|array|boolean|bool|type|name|id|key|same|other|masked|removed|filtered|sensitive|confidential|private|public|unknown|never|always|changeit)$/i,
  /your|example|change.{0,4}(?:me|this|it)|replace|placeholder|redacted|insert.?|\benter\b|fill.?(?:in|me)|\bput\b|goes.?here|todo|fixme|dummy|\bsample|xxx|\*\*\*|\.{2}|\u2026|___|---|<|>|not.?a.?real|not.?used|unused|not.?set|secret.?here|key.?here|token.?here|here$/i,
];

/** Words of placeholder values. */
export const VOCABULARY = new Set(
  'a an the my our your his her this that some any new old bad good right wrong valid invalid incorrect correct weak strong short long another other second first third one two three fake mock test tests testing tester stub spec expected actual password passwd pass pwd passphrase passcode word secret secrets token tokens key keys api access auth oauth oauth2 jwt bearer refresh client user username login admin account app application service server db database private public session cookie csrf id name value val string text field input type default empty missing random unknown reset confirm confirmation current previous hash salt code grant header param url uri email basic encrypted plain hashed raw encoded base64 signature signing sign verification verify encryption webhook for of in is not and or to from with no non expired revoked authorization authentication credential credentials stuff thing authenticate scope scopes url path file personal generated pre post get set request response error'.split(
    ' ',
  ),
);

export const URL_OR_PATH = /^[a-z][a-z\d+.-]{1,20}:\/\/|^\.{0,2}\/|^~\/|^[A-Za-z]:\\|\.(?:pem|key|crt|cer|json|ya?ml|txt|tsx?|jsx?|py|rb|go|java|php|html?|png|svg|md|conf|env|ini|toml|xml|properties|p12|jks|pub|asc|gpg|cs|rs)$|^(?:\w+\/){2,}/;

export const BIGRAMS = new Set(
  'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur me ne wa ri ro co us ss li la io ec ct el ma ic om ce ns pr ee ot di ca ch no ho be fo us ec tr pa so po ex mp pe ac ge il ap do ta un am ad id na ig em ir mo su lo ke ey wo ni ai ie ol ul op ow ag pl rs ts ly fi cr ut sh up ay os if im ck rd ab av bl br cl cu dd ef eg ei ep ev ew fe ff ft gi gr gh gn ho hr ia ib im iv ki ks lf ll ls mi mm mb my nk nn oc od og oi oo ov pi pp pt pu qu rc rg rk rl rm rn rr rt rv ry sc sk sl sm sn sp sw tu tt tw ty ub uc ue ug ui um va vi wh wi wr ye ds bi bo bu by af ga go ju ob ok oa ua fa fr gu hu ip jo ja je ka ko lu nu ru ys'.split(
    ' ',
  ),
);

/** Tokens of documentation: the payloads of jwt.io, of RFC 7515 and RFC 7519 begin so, whatever key signs them. */
export const PUBLISHED_PARTS = [
  // The accounts of the emulators of Azure Storage and Azure Cosmos DB.
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw',
  '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l',
  '.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAs',
];

/** The address of an account or contract of a public ledger. */
export const LEDGER_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Examples of standards, which are copied everywhere. */
export const PUBLISHED = new Set(
  'Q3AM3UQ867SPQQA43P2F zuf+tfteSlswRu7BJ86wekitnifILbZam1KYY3TG gX1fBat3bV 7Fjfp0ZBr1KtDRbnfVdmIw 2YotnFZFEjr1zCsicMWpAA tGzv3JOkF0XG5Qx2TlKWIA mF_9.B5f-4.1JqM SlAV32hkKG hh5s93j4hdidpola kkk9d7dh3k39sjv7 kd94hf93k423kf44 pfkkdhi9sl3r4s00 dpf43f3p2l4k3l03 nnch734d00sl2jdk A3ddj3w GmRnmhcvhwAzhowqJXQ45ghiukldjahdnhzdauz 45ghiukldjahdnhzdauz 8xLOxBtZp8 n0esc3NRze7LTCu7iYzS6a5acc3f0ogp4 SplxlOBeZQQYbYS6WxSbIA sesame hunter2'.split(
    ' ',
  ),
);
