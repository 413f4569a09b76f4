import { isUnreachable } from './assignments/hosts';
import { classOf, isVocabulary, isWordAndDigits } from './assignments/values';

export interface CredentialUrl {
  readonly start: number;
  readonly end: number;
  /** The password. */
  readonly value: string;
  /** Low where only one's own machine or network knows the host. */
  readonly worth: 'low' | 'medium' | 'high';
}

const SCHEME = '://';
const USER_AND_PASSWORD = /:\/\/([^\s:@/"'`<>?#]{0,80}):([^\s@/"'`<>(){}\\,;]{1,200})@([\w.-]{1,120}|\[)/y;
/** Beside these the user is the token, which has a form of its own. */
const NO_PASSWORD = /^(?:x-oauth-basic|x-access-token|oauth2|api|token)$/;
/** An image, not a user at a host: `docker://python:3.12-slim@sha256:…`. */
const OF_IMAGE =
  /(?:^|[^\w+.-])(?:docker|docker-image|docker-daemon|docker-archive|oci|oci-archive|oci-layout|containers-storage)$/i;
const LONGEST_SCHEME = 24;
const DIGEST = /^sha(?:256|384|512)$/i;
/** Hosts of documents. */
const NOBODY =
  /(?:^|\.)(?:example\.(?:com|org|net)|test|invalid|example)$|^(?:host|hostname|server|address|domain\.com|ip)$/i;

/** Addresses of any scheme with a password: `redis://:password@host`, `amqp://user:password@host`. */
export function credentialUrlsIn(text: string): CredentialUrl[] {
  const found: CredentialUrl[] = [];
  for (let at = text.indexOf(SCHEME); at !== -1; at = text.indexOf(SCHEME, at + SCHEME.length)) {
    USER_AND_PASSWORD.lastIndex = at;
    const match = USER_AND_PASSWORD.exec(text);
    if (!match) continue;
    const [whole, user, password, host] = match;
    if (OF_IMAGE.test(text.slice(Math.max(0, at - LONGEST_SCHEME), at))) continue;
    if (DIGEST.test(host!) && text[at + whole.length] === ':') continue;
    const kind = classOf(password!);
    if (
      kind === 'nothing' ||
      kind === 'phrase' ||
      NO_PASSWORD.test(password!) ||
      NOBODY.test(host!) ||
      isVocabulary(plainOf(password!))
    )
      continue;
    if (kind === 'word' && password === user) continue;
    const start = at + whole.indexOf(`:${password}@`, SCHEME.length + user!.length) + 1;
    found.push({
      start,
      end: start + password!.length,
      value: password!,
      worth: isUnreachable(host!)
        ? 'low'
        : (kind === 'random' || kind === 'mixed') && !isWordAndDigits(password!)
          ? 'high'
          : 'medium',
    });
  }
  return found;
}

/** `a%20secret` */
const plainOf = (password: string): string =>
  password.replace(/%[2-7][\dA-Fa-f]/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
