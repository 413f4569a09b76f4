import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AddressReason } from './errors';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

type Ranges = readonly (readonly [cidr: string, reason: AddressReason])[];

/**
 * The special-purpose registries of IANA (RFC 6890 and its successors). The first match counts. 168.63.129.16 is in a
 * public range, but it is Azure's platform endpoint, which every machine there can reach.
 */
const IPV4: Ranges = [
  ['169.254.169.254/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['169.254.170.23/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['192.0.2.0/24', 'documentation'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['192.0.0.0/24', 'reserved'],
  ['198.18.0.0/15', 'benchmarking'],
  ['192.88.99.0/24', '6to4'],
  ['192.31.196.0/24', 'AS112'],
  ['192.175.48.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
];

/** Forms that embed an IPv4 address are always refused: Assay does not control how a network unpacks them. */
const IPV6: Ranges = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd00:ec2::23/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['fd00:c1::a9fe:a9fe/128', 'metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['::/96', 'IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['100::/64', 'discard-only'],
  ['100:0:0:1::/64', 'reserved'],
  ['2001::/32', 'Teredo'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:3::/32', 'AMT'],
  ['2001:4:112::/48', 'AS112'],
  ['2001:10::/28', 'ORCHID'],
  ['2001:20::/28', 'ORCHID'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
  ['2001::/23', 'reserved'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['5f00::/16', 'SRv6'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
const parsed = (ranges: Ranges) => ranges.map(([cidr, reason]) => ({ network: ipaddr.parseCIDR(cidr), reason }));
const RANGES = { ipv4: parsed(IPV4), ipv6: parsed(IPV6) };

/** Why no target may be at this address; undefined for an address of the public internet. */
export function specialUse(address: Address): AddressReason | undefined {
  const range = RANGES[address.kind()].find(({ network }) => contains(network, address));
  if (range) return range.reason;
  if (address.kind() === 'ipv4') return undefined;
  // Such an address is not assigned to anybody today, whatever it may mean later or in one network.
  if (!contains(GLOBAL_UNICAST, address)) return 'reserved';
  return isIsatap(address as ipaddr.IPv6) ? 'ISATAP' : undefined;
}

/** RFC 5214: the lower half is 0:5efe or 200:5efe and an IPv4 address, with any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

export const contains = ([network, bits]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, bits);

/**
 * Reads an address in its usual notation only; `inet_aton` would accept 0x7f.1 as well.
 * @returns undefined if the text is a name
 */
export function parseAddress(text: string): Address | undefined {
  switch (isIP(text)) {
    case 4:
      return ipaddr.parse(text);
    // ipaddr.js 2.5.0 reads ::8.8.8.8 as ::ffff:8.8.8.8. The hexadecimal form has only one reading. A zone is not part
    // of the address.
    case 6:
      return ipaddr.parse(canonicalIpv6(text));
    default:
      return undefined;
  }
}

/** The shortest form (RFC 5952), without a zone. */
export const canonicalIpv6 = (text: string): string =>
  new URL(`http://[${text.split('%', 1)[0]}]`).hostname.slice(1, -1);
