import { isIP } from 'node:net';
import { type Result, ok, refuse } from '@assay/kernel';
import ipaddr from 'ipaddr.js';
import { type Address, type Network, contains, parseAddress } from './address-ranges';

/** The ports of any target. Whoever could name any port would use us as a port scanner. */
export const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** What `ASSAY_ALLOWED_TARGETS` lets through although it is private, or on another port. */
export interface AllowList {
  /** Whether an entry names this host or this address of it, with this port. */
  lets(hostname: string, address: Address, port: number): boolean;
  /** As far as the name alone tells: an entry names it, or names a network in which it may be found to be. */
  mayLet(hostname: string, port: number): boolean;
  /** An entry names this very host: its name, not a network that it is in. */
  names(hostname: string, port: number): boolean;
}

interface Entry {
  readonly host?: string;
  readonly network?: Network;
  /** undefined: the usual ones. */
  readonly port: number | 'any' | undefined;
}

/**
 * Entries separated by commas: `host`, an address or a network (`10.0.0.0/8`, `fd00::/8`), each with `:port` where it
 * is not a usual one, or `:*` for all ports; IPv6 with a port stands in brackets: `[::1]:8080`.
 * @returns the list, or which entry is wrong and what it must be
 */
export function parseAllowedTargets(text: string): Result<AllowList, string> {
  const entries: Entry[] = [];
  for (const part of text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const entry = parseEntry(part);
    if (typeof entry === 'string') return refuse(`"${part}" ${entry}`);
    entries.push(entry);
  }
  return ok({
    lets: (hostname, address, port) =>
      entries.some(
        (entry) =>
          opens(entry, port) &&
          (entry.host === hostname || (entry.network !== undefined && contains(entry.network, address))),
      ),
    mayLet: (hostname, port) =>
      entries.some((entry) => opens(entry, port) && (entry.host === hostname || entry.network !== undefined)),
    names: (hostname, port) => entries.some((entry) => opens(entry, port) && entry.host === hostname),
  });
}

const opens = (entry: Entry, port: number): boolean =>
  entry.port === 'any' || (entry.port === undefined ? USUAL_PORTS.has(port) : entry.port === port);

function parseEntry(text: string): Entry | string {
  if (text.includes('://')) return 'must be a host, an address or a network, not a URL';
  const split = splitPort(text);
  const port = split.port === '*' ? 'any' : split.port === undefined ? undefined : Number(split.port);
  if (
    split.port !== undefined &&
    port !== 'any' &&
    !(/^\d{1,5}$/.test(split.port) && Number(port) >= 1 && Number(port) <= 65_535)
  )
    return 'must end in a port from 1 to 65535, or in :* for all';
  if (split.subject.includes('/')) {
    const network = parseNetwork(split.subject);
    return network ? { network, port } : 'must be a network such as 10.0.0.0/8 or fd00::/8';
  }
  const address = parseAddress(split.subject);
  if (address) return { network: [address, address.kind() === 'ipv4' ? 32 : 128], port };
  if (!/^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/i.test(split.subject))
    return 'must be a host name without wildcards, an address, or a network such as 10.0.0.0/8';
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/i.test(split.subject))
    return 'looks like an address, but is none in the usual notation';
  return { host: split.subject.toLowerCase(), port };
}

/** Two colons and no bracket: an IPv6 address or network, which has no port then. */
function splitPort(text: string): { subject: string; port: string | undefined } {
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/s.exec(text);
  if (bracketed) return { subject: bracketed[1]!, port: bracketed[2] };
  const colon = text.indexOf(':');
  if (colon < 0 || text.includes(':', colon + 1)) return { subject: text, port: undefined };
  return { subject: text.slice(0, colon), port: text.slice(colon + 1) };
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', bits = '', ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128))
    return undefined;
  return [ipaddr.parse(address), Number(bits)];
}
