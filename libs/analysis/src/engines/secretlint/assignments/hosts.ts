/** This machine, a service of a Compose file, a private address, or a name of an internal network. */
const PRIVATE = new RegExp(
  [
    String.raw`^(?:localhost|[\w-]+|0\.0\.0\.0|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+)$`,
    String.raw`^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$`,
    String.raw`(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|pvt|corp|lan|home|svc|docker)$`,
    // `mongodb.mongodb`: a service of the namespace of the same name.
    String.raw`^([a-z][a-z\d-]*)\.\1$`,
  ].join('|'),
  'i',
);

/** Hosts that documents and tests name. */
const MADE_UP = new RegExp(
  String.raw`(?:^|\.)(?:test|invalid|example|` +
    String.raw`(?:example|domain|mydomain|yourdomain|company|acme|foo|bar|test)\.(?:com|org|net|io|dev))$`,
  'i',
);

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** Whether only this machine or an internal network knows the host. */
export const isPrivateHost = (host: string): boolean => PRIVATE.test(withoutPort(host));

/** Whether a stranger cannot reach the host by its name: it is private, made up, or a variable. */
export const isUnreachable = (host: string): boolean =>
  isPrivateHost(host) || MADE_UP.test(withoutPort(host)) || /[${}<>%*]/.test(host);

const NEAR = 240;
/** `host: db.shop.com`, `Server=tcp:shop.database.windows.net`, `"https://api.shop.com"` */
const HOST = new RegExp(
  String.raw`(?:://|\b(?:\w{0,20}host(?:name)?|server|data source|addr(?:ess)?|endpoint|\w{0,20}url|smtp)["']?` +
    String.raw`\s{0,3}(?:[:=,]|=>)\s{0,3}["']?(?:tcp:)?)((?:[a-z\d-]{1,63}\.){1,6}[a-z\d]{2,24})\b`,
  'gi',
);

/** Whether a host that strangers can reach is written beside a place. */
export const hasRemoteHost = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean =>
  [...text.slice(Math.max(0, start - NEAR), Math.min(text.length, end + NEAR)).matchAll(HOST)].some(
    ([, host]) => !isUnreachable(host!) && !NAME_OF_CODE.test(host!),
  );

/** `settings.db.host`, `config.py`: no host. */
const NAME_OF_CODE = new RegExp(
  String.raw`^(?:process|config|settings|env|os|app|self|this|www)\.|` +
    String.raw`\.(?:py|js|ts|rb|go|php|java|ya?ml|json|xml|html|env|md|sh|conf|host|port|url|name|value|get)$`,
  'i',
);
