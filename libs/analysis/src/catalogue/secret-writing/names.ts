// Words in names of secrets.

export const PASSWORD = /(?:password|passwd|passphrase|passwort|kennwort|contrasena|senha|motdepasse|wachtwoord|passcode)$|^(?:pass|pwd|pw|psw|pswd|userpass|dbpass|rootpass|adminpass|smtppass|mysqlpwd|userpwd|dbpwd|requirepass|masterauth|sshpass|pgpass|loginpass|ldappass|mailpass)$/;

export const SECRET = /secret$|^(?:secretkeybase|appsecret|clientsecret)$/;

export const TOKEN = /(?<!page|continuation|pagination|cursor|csrf|xsrf)token$|^(?:jwt|pat|apitoken|authtoken)$/;

export const KEY = /(?:api|access|secret|private|auth|encryption|master|account|app|signing|crypt|cipher|shared|license|secure)key$/;

export const SALT = /^(?:salt|pepper|hashsalt|secretsalt)$/;

export const AUTHORIZATION = /^(?:authorization|basicauth|httpauth|credentials|credential|creds|userpass|userpwd)$/;

/** `key` means a secret key only after one of these. */
export const KEY_BEFORE = new Set(
  'api access secret private auth authentication encryption encrypt crypto cipher master account app application service signing sign signature hmac jwt aes des rsa dsa storage subscription shared server license licence session cookie webhook admin integration write deploy security passwd maps dev prod base'.split(
    ' ',
  ),
);

/** The key of a store, a session or a cookie is mostly the name of an entry. */
export const KEY_OF_STORE = /(?:storage|session|cookie) key(?: |$)/;

/** Words in a reference to a secret: `redis-auth-secret`, `prod-db-credentials`, `my-redis-pw`. */
export const NAMES_A_SECRET = new Set('secret secrets credential credentials creds cred password passwords pw passwd token tokens key keys cert certs certificate certificates tls ssl ca jks pem store keystore truststore config configuration settings auth signing webhook cookie session header storage'.split(' '));

/** `secret` after one of these is a shared secret or a signing key. Elsewhere it is often a reference. */
export const SHARED_SECRET = new Set('client app application jwt session cookie signing shared api hmac oauth access refresh encryption consumer webhook nextauth express auth'.split(' '));

/**
 * Words that may follow the kind of secret without changing the meaning. With any other word, the name is of something
 * else.
 */
export const AFTER = new Set(
  'value val str string plain plaintext raw default dev development prod production test testing staging local base base64 b64 hex bytes old new current previous confirm confirmation confirmed again repeat retype env const one two primary secondary live sandbox main admin user root db md5 sha1 sha256 sha512 in is'.split(
    ' ',
  ),
);

/** Words before the kind of secret that make the name one of an action, of a state, or of a token of a language. */
export const NOT_FIRST = new Set(
  'existing incorrect wrong weak from is has have should show hide toggle forgot forget lost reset invalid missing no require requires required use uses allow enable enabled disable disabled validate check verify generate find delete remove parse decode encode hash hashed encrypted public min max num count total primary foreign partition sort cache csrf xsrf next page continuation sync lexer comment eos eof bos pad cls sep unk mask cursor stop start end scan pagination last idempotency publishable site unique registration device'.split(
    ' ',
  ),
);

/** Words in names of keys that sign or encrypt for as long as a service runs. */
export const SIGNS = /\b(?:secret|signing|encryption|crypto?|jwt|master|hmac|cipher|private|session|cookie) ?key\b|\b(?:jwt|session|cookie|signing|sign|hmac|app|auth|nextauth|access token|refresh token|token|encryption) secret\b|\bsecret (?:key base|token)\b/;

/** Words in names of keys that a page or an app shows to all its users. */
export const PUBLISHABLE = /\b(?:public|publishable|site|search|maps?|firebase|algolia|analytics|posthog|segment|amplitude|mixpanel|sentry|recaptcha|captcha|client token|tracking|measurement|vapid|mapbox|giphy|unsplash)\b|\btrusted client\b|^(?:vite|react app|expo public|nuxt|gatsby) /;

/** Words before `pass` that make it a run over data or the end of a brand's name, not a password. */
export const NO_PASSWORD_BEFORE = new Set('first second third last final next one two single multi both by render shadow filter scale boarding season opaque transparent lighting depth blur optimization optimisation analysis lint compiler backward forward full pre post each nord samsung proton dash keepass'.split(' '));
