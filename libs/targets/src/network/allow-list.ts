import { isIP } from 'node:net';
import { type Result, ok, refuse } from '@assay/kernel';
import ipaddr from 'ipaddr.js';
import { type Address, type Network, contains, parseAddress } from './address-ranges';

/** The ports that any target may use. With any port allowed, Assay could be used as a port scanner. */
export const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** The targets that `ASSAY_ALLOWED_TARGETS` allows although they are private or use another port. */
export interface AllowList {
  /** Whether an entry has this host, or this address of it, with this port. */
  allows(hostname: string, address: Address, port: number): boolean;
  /** Before the name is resolved: whether an entry has the host, or a network to which it may resolve. */
  mayAllow(hostname: string, port: number): boolean;
  /** Whether an entry has the host's name itself, not just a network that contains it. */
  names(hostname: string, port: number): boolean;
}

interface Entry {
  readonly host?: string;
  readonly network?: Network;
  /** undefined means the usual ports. */
  readonly port: number | 'any' | undefined;
}

/**
 * Parses entries separated by commas. An entry is a host, an address or a network (`10.0.0.0/8`, `fd00::/8`). An
 * unusual port follows as `:port`, and `:*` stands for all ports. IPv6 with a port needs brackets: `[::1]:8080`.
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
    allows: (hostname, address, port) =>
      entries.some(
        (entry) =>
          opens(entry, port) &&
          (entry.host === hostname || (entry.network !== undefined && contains(entry.network, address))),
      ),
    mayAllow: (hostname, port) =>
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

/** Two colons without brackets mean an IPv6 address or network without a port. */
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
