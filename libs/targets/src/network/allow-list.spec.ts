import { parseAddress } from './address-ranges';
import { type AllowList, parseAllowedTargets } from './allow-list';

const listOf = (text: string): AllowList => {
  const parsed = parseAllowedTargets(text);
  if (!parsed.ok) throw new Error(parsed.refusal);
  return parsed.value;
};
const lets = (text: string, hostname: string, address: string, port: number) =>
  listOf(text).allows(hostname, parseAddress(address)!, port);

describe('the list of targets that are let through', () => {
  it('names a host with the usual ports, with one port, or with all', () => {
    expect(lets('git.corp', 'git.corp', '10.0.0.1', 443)).toBe(true);
    expect(lets('git.corp', 'git.corp', '10.0.0.1', 6379)).toBe(false);
    expect(lets('Git.Corp:3000', 'git.corp', '10.0.0.1', 3000)).toBe(true);
    expect(lets('git.corp:3000', 'git.corp', '10.0.0.1', 443)).toBe(false);
    expect(lets('git.corp:*', 'git.corp', '10.0.0.1', 6379)).toBe(true);
    expect(lets('git.corp', 'other.corp', '10.0.0.1', 443)).toBe(false);
    expect(lets('git.corp', 'evil.git.corp', '10.0.0.1', 443)).toBe(false);
  });

  it('names addresses and networks of either kind, for whatever host they answer', () => {
    expect(lets('127.0.0.1:8123', 'site.example', '127.0.0.1', 8123)).toBe(true);
    expect(lets('127.0.0.1:8123', 'site.example', '127.0.0.2', 8123)).toBe(false);
    expect(lets('10.0.0.0/8, fd00::/8', 'a.example', '10.255.0.1', 80)).toBe(true);
    expect(lets('10.0.0.0/8, fd00::/8', 'a.example', 'fd12::1', 80)).toBe(true);
    expect(lets('10.0.0.0/8', 'a.example', '::ffff:10.0.0.1', 80)).toBe(false);
    expect(lets('[::1]:9000', 'localhost', '::1', 9000)).toBe(true);
    expect(lets('::1', 'localhost', '::1', 9000)).toBe(false);
    expect(lets('[fd00::/8]:*', 'a.example', 'fd00::1', 22)).toBe(true);
  });

  it('lets nothing through when it is empty', () => expect(lets(' , ', 'a.example', '10.0.0.1', 80)).toBe(false));

  it.each([
    ['https://git.corp', '"https://git.corp" must be a host, an address or a network, not a URL'],
    [
      'a.example, *.corp',
      '"*.corp" must be a host name without wildcards, an address, or a network such as 10.0.0.0/8',
    ],
    ['10.0.0.0/33', '"10.0.0.0/33" must be a network such as 10.0.0.0/8 or fd00::/8'],
    ['git.corp/8', '"git.corp/8" must be a network such as 10.0.0.0/8 or fd00::/8'],
    ['git.corp:0', '"git.corp:0" must end in a port from 1 to 65535, or in :* for all'],
    ['git.corp:http', '"git.corp:http" must end in a port from 1 to 65535, or in :* for all'],
    ['[::1]:', '"[::1]:" must end in a port from 1 to 65535, or in :* for all'],
    ['0x7f.1', '"0x7f.1" looks like an address, but is none in the usual notation'],
    ['2130706433', '"2130706433" looks like an address, but is none in the usual notation'],
    [
      'bücher.example',
      '"bücher.example" must be a host name without wildcards, an address, or a network such as 10.0.0.0/8',
    ],
  ])('refuses %s and says which entry is wrong', (text, problem) =>
    expect(parseAllowedTargets(text)).toEqual({ ok: false, refusal: problem }),
  );
});
