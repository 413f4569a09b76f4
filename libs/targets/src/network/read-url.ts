import { domainToUnicode } from 'node:url';
import { plainText } from '@assay/source-text';
import { parseAddress } from './address-ranges';
import { TargetNotAllowed } from './errors';

/** A URL that means what it reads: no second reading of its host, no credentials, http or https. */
export interface PlainUrl {
  readonly url: URL;
  /** Lower case; an IPv6 address without brackets; a name of other scripts in its ASCII form. */
  readonly hostname: string;
  readonly port: number;
}

const SHOWN = 200;

/**
 * Reads a URL from what somebody wrote. A browser mends much (tabs, backslashes, `http:host`, full-width digits,
 * 0x7f.1): what must be mended is refused, so that no two readers can differ on the host.
 * @throws TargetNotAllowed
 */
export function readUrl(text: string): PlainUrl {
  const shown = plainText(withoutCredentials(text), SHOWN);
  const no = (reason: TargetNotAllowed['reason'], what: string, subject = shown): never => {
    throw new TargetNotAllowed(shown, reason, subject, what);
  };
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    no('scheme', `only http and https are fetched, not ${scheme}`, scheme);
  const parts = /^https?:\/\/([^/?#\\]+)(?=[/?#]|$)/i.exec(text);
  if (!parts || /[\p{Cc}\p{Cs}\s\\]/u.test(text)) return no('malformed', 'is not a URL; write it as https://host/path');
  const authority = parts[1]!;
  if (authority.includes('@')) no('credentials', 'a URL with a user name or a password in it is not fetched');
  const [, written, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [];
  if (!written || port === '' || !URL.canParse(text))
    return no('malformed', 'is not a URL; write it as https://host/path');
  const url = new URL(text);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  checkNotation(written, hostname, no);
  return { url, hostname, port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
}

function checkNotation(
  written: string,
  hostname: string,
  no: (reason: TargetNotAllowed['reason'], what: string, subject: string) => never,
): void {
  if (written.startsWith('[')) return; // its one reading is the address, which is judged whatever its notation
  if (written.includes('%')) no('disguised host', 'the host is written with percent signs', hostname);
  if (hostname.endsWith('.') || written.endsWith('.'))
    no('trailing dot', `the host ends in a dot; write ${hostname.replace(/\.+$/, '')}`, hostname);
  const lower = written.toLowerCase();
  if (parseAddress(hostname)) {
    if (lower !== hostname)
      no('disguised address', `the address is written in a disguised form; it is ${hostname}`, hostname);
    return;
  }
  // Letters of other scripts are names; letters that only look like ASCII (full width, circled, invisible) are tricks.
  if (lower !== hostname && lower.normalize('NFC') !== domainToUnicode(hostname))
    no('disguised host', `the host reads as ${hostname}; write it so`, hostname);
  if (!/^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(hostname))
    no('malformed', 'the host is not a name that can be looked up', hostname);
}

/** What is shown and logged never holds a password, also where the URL is refused for another reason. */
export const withoutCredentials = (text: string): string =>
  text.replace(/^(\s*[a-z][a-z0-9+.-]*:[\\/]*)[^\\/?#]*@/i, '$1***@');
