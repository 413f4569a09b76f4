import type { HttpAnswer } from '@assay/target-records';
import type { Problem } from '../kit/per-file';

interface Cookie {
  readonly name: string;
  /** The Set-Cookie line without the value. */
  readonly line: string;
  readonly host: string;
  /** Attributes by lower-case name. The value of a flag is empty. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Names of cookies that identify a user. */
const SESSION_LIKE = new RegExp(
  [
    String.raw`sess|(^|[-_.])(sid|auth|token|jwt|login|remember|identity)([-_.]|$)|phpsessid|jsessionid|`,
    String.raw`connect\.sid|access[-_]?token|refresh[-_]?token`,
  ].join(''),
  'i',
);
/** The page's own scripts must read these cookies, to prove that a request comes from the page. */
const FOR_SCRIPTS = /csrf|xsrf/i;

/** Judges each cookie once, even if it is set several times. */
export function judgeCookies({ cookies }: HttpAnswer): Problem[] {
  const byName = new Map(
    cookies
      .map(readCookie)
      .filter(isKept)
      .map((cookie) => [`${cookie.host} ${cookie.name}`, cookie]),
  );
  return [...byName.values()].flatMap((cookie) => [
    ...secrecy(cookie),
    ...sameSite(cookie),
    ...prefix(cookie),
    ...domain(cookie),
  ]);
}

function readCookie({ setBy, line }: HttpAnswer['cookies'][number]): Cookie {
  const [pair = '', ...rest] = line.split(';');
  const attributes = rest.map((each): [string, string] => {
    const [name = '', ...value] = each.split('=');
    return [name.trim().toLowerCase(), value.join('=').trim()];
  });
  return { name: pair.split('=', 1)[0]!.trim(), line, host: new URL(setBy).hostname, attributes: new Map(attributes) };
}

/** Whether the browser keeps the cookie. A cookie that is deleted at once protects nothing. */
function isKept({ attributes }: Cookie): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) > 0;
  const end = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(end) || end > Date.now();
}

const say = ({ name, line }: Cookie, rule: string, message: string, severity?: Problem['severity']): Problem => ({
  rule,
  excerpt: `set-cookie: ${line}`,
  cause: name,
  message: `The cookie ${name} ${message}`,
  ...(severity && { severity }),
});

function secrecy(cookie: Cookie): Problem[] {
  const { name, attributes } = cookie;
  const session = SESSION_LIKE.test(name) && !FOR_SCRIPTS.test(name);
  return [
    ...(attributes.has('secure')
      ? []
      : [say(cookie, 'cookie-without-secure', 'is also sent without encryption', session ? 'high' : 'low')]),
    ...(attributes.has('httponly') || FOR_SCRIPTS.test(name)
      ? []
      : [
          say(
            cookie,
            'cookie-without-httponly',
            'can be read by every script of the page',
            session ? 'medium' : 'info',
          ),
        ]),
  ];
}

function sameSite(cookie: Cookie): Problem[] {
  const written = cookie.attributes.get('samesite');
  if (written === undefined)
    return [
      say(
        cookie,
        'cookie-without-samesite',
        'does not say whether requests of other sites carry it',
        SESSION_LIKE.test(cookie.name) ? 'low' : 'info',
      ),
    ];
  const value = written.toLowerCase();
  if (value === 'none')
    return cookie.attributes.has('secure')
      ? []
      : [say(cookie, 'samesite-none-without-secure', 'is SameSite=None without Secure: browsers refuse it')];
  return value === 'lax' || value === 'strict'
    ? []
    : [say(cookie, 'samesite-unknown', 'has a SameSite that no browser knows')];
}

/** Browsers enforce the conditions of the prefix, and refuse the cookie otherwise. */
function prefix(cookie: Cookie): Problem[] {
  const { name, attributes } = cookie;
  const secure = attributes.has('secure');
  if (/^__host-/i.test(name))
    return secure && !attributes.has('domain') && attributes.get('path') === '/'
      ? []
      : [
          say(
            cookie,
            'prefix-broken',
            'begins with __Host-, which needs Secure, Path=/ and no Domain: browsers refuse it',
          ),
        ];
  return /^__secure-/i.test(name) && !secure
    ? [say(cookie, 'prefix-broken', 'begins with __Secure-, which needs Secure: browsers refuse it')]
    : [];
}

function domain(cookie: Cookie): Problem[] {
  const named = cookie.attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  if (named === undefined || named === '' || named === cookie.host) return [];
  if (cookie.host.endsWith(`.${named}`))
    return [say(cookie, 'cookie-for-parent-domain', `set by ${cookie.host} goes to every host of ${named}`)];
  return [
    say(
      cookie,
      'cookie-for-foreign-domain',
      `is for ${named}, which ${cookie.host} is not part of: browsers refuse it`,
    ),
  ];
}
