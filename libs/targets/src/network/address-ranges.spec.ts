import fc from 'fast-check';
import { parseAddress, specialUse } from './address-ranges';

const useOf = (text: string) => specialUse(parseAddress(text)!) ?? 'public';

describe('the use that an address is set aside for', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['192.0.0.8', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['192.88.99.1', '6to4'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:0:8.8.8.8', 'IPv4-translated'],
    ['::8.8.8.8', 'IPv4-compatible'],
    ['64:ff9b::8.8.8.8', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['64:ff9b:2::1', 'reserved'],
    ['100::1', 'discard-only'],
    ['2001::1', 'Teredo'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['3fff:1::1', 'documentation'],
    ['2002:7f00:1::1', '6to4'],
    ['5f00::1', 'SRv6'],
    ['fc00::1', 'unique local'],
    ['fd12:3456::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'reserved'],
    ['2a00::5efe:10.0.0.1', 'ISATAP'],
    ['2a00::200:5efe:10.0.0.1', 'ISATAP'],
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
    ['126.255.255.255', 'public'],
    ['128.0.0.1', 'public'],
    ['169.253.255.255', 'public'],
    ['223.255.255.255', 'public'],
    ['2606:4700::1111', 'public'],
    ['2a00:1450:4001::1', 'public'],
    ['2001:4860:4860::8888', 'public'],
  ])('of %s is %s', (address, use) => expect(useOf(address)).toBe(use));

  it('is never public where an IPv4 address is carried in one of IPv6', () =>
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2a00::5efe:'),
        (carried, prefix) => {
          expect(useOf(`${prefix}${carried}`)).not.toBe('public');
        },
      ),
    ));

  it('is judged for the usual notation only: every other one is a name', () => {
    for (const text of [
      '127.1',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '2130706433',
      '127.0.0.1.',
      '[::1]',
      ' 127.0.0.1',
      '1.2.3',
      '',
    ])
      expect(parseAddress(text)).toBeUndefined();
  });
});
