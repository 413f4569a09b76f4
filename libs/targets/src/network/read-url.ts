import { domainToUnicode } from 'node:url';
import { plainText } from '@assay/source-text';
import { parseAddress } from './address-ranges';
import { TargetNotAllowed } from './errors';

/** An http or https URL whose host has only one reading and which has no credentials. */
interface PlainUrl {
  readonly url: URL;
  /** In lower case. An IPv6 address has no brackets; a name in another script is in its ASCII form. */
  readonly hostname: string;
  readonly port: number;
}

const MAX_SHOWN = 200;

/**
 * Reads a URL that somebody wrote. Browsers repair many mistakes (tabs, backslashes, `http:host`, full-width digits,
 * 0x7f.1). Here a URL that needs repair is refused, so that no two readers can disagree on the host.
 * @throws TargetNotAllowed
 */
export function readUrl(text: string): PlainUrl {
  const shown = plainText(withoutCredentials(text), MAX_SHOWN);
  const invalid = (reason: TargetNotAllowed['reason'], what: string, subject = shown): never => {
    throw new TargetNotAllowed(shown, reason, subject, what);
  };
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    invalid('scheme', `only http and https are fetched, not ${scheme}`, scheme);
  const parts = /^https?:\/\/([^/?#\\]+)(?=[/?#]|$)/i.exec(text);
  if (!parts || /[\p{Cc}\p{Cs}\s\\]/u.test(text))
    return invalid('malformed', 'is not a URL; write it as https://host/path');
  const authority = parts[1]!;
  if (authority.includes('@')) invalid('credentials', 'a URL with a user name or a password in it is not fetched');
  const [, written, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [];
  if (!written || port === '' || !URL.canParse(text))
    return invalid('malformed', 'is not a URL; write it as https://host/path');
  const url = new URL(text);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  checkNotation(written, hostname, invalid);
  return { url, hostname, port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
}

function checkNotation(
  written: string,
  hostname: string,
  invalid: (reason: TargetNotAllowed['reason'], what: string, subject: string) => never,
): void {
  if (written.startsWith('[')) return; // it has one reading as an address, which is judged in any notation
  if (written.includes('%')) invalid('disguised host', 'the host is written with percent signs', hostname);
  if (hostname.endsWith('.') || written.endsWith('.'))
    invalid('trailing dot', `the host ends in a dot; write ${hostname.replace(/(?<!\.)\.+$/, '')}`, hostname);
  const lower = written.toLowerCase();
  if (parseAddress(hostname)) {
    if (lower !== hostname)
      invalid('disguised address', `the address is written in a disguised form; it is ${hostname}`, hostname);
    return;
  }
  // Letters of other scripts are valid names. Letters that only look like ASCII (full width, circled, invisible) are
  // tricks.
  if (lower !== hostname && lower.normalize('NFC') !== domainToUnicode(hostname))
    invalid('disguised host', `the host reads as ${hostname}; write it so`, hostname);
  if (!/^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(hostname))
    invalid('malformed', 'the host is not a name that can be looked up', hostname);
}

/** Hides credentials: shown and logged texts never have a password, even if the URL is refused for another reason. */
export const withoutCredentials = (text: string): string =>
  text.replace(/^(\s*[a-z][a-z0-9+.-]*:[\\/]*)[^\\/?#]*@/i, '$1***@');
