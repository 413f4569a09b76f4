import { type AddressInfo, createServer } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { parseAllowedTargets } from './allow-list';
import { createTargetGuard } from './guard';
import { guardedFetch } from './guarded-fetch';

/** PORT stands for the port of the canary. */
const REFUSED_AT_ONCE: readonly (readonly [url: string, reason: string])[] = [
  // IPv4 addresses
  ['http://127.0.0.1/', 'loopback'],
  ['http://127.0.0.1:PORT/', 'loopback'],
  ['https://127.127.127.127/', 'loopback'],
  ['http://0.0.0.0:PORT/', 'unspecified'],
  ['http://0.1.2.3/', 'unspecified'],
  ['http://10.1.2.3/', 'private'],
  ['http://172.16.0.1/', 'private'],
  ['http://192.168.0.1/', 'private'],
  ['http://100.64.0.1/', 'carrier-grade NAT'],
  ['http://169.254.1.1/', 'link-local'],
  ['http://169.254.169.254/latest/meta-data/', 'metadata'],
  ['http://169.254.170.2/v2/credentials', 'metadata'],
  ['http://100.100.100.200/', 'metadata'],
  ['http://168.63.129.16/', 'metadata'],
  ['http://192.0.2.1/', 'documentation'],
  ['http://198.18.0.1/', 'benchmarking'],
  ['http://224.0.0.1/', 'multicast'],
  ['http://255.255.255.255/', 'broadcast'],
  ['http://240.0.0.1/', 'reserved'],
  // Other notations of IPv4 addresses
  ['http://2130706433/', 'disguised address'],
  ['http://0x7f000001:PORT/', 'disguised address'],
  ['http://017700000001/', 'disguised address'],
  ['http://127.1/', 'disguised address'],
  ['http://0/', 'disguised address'],
  ['http://0177.0.0.1/', 'disguised address'],
  ['http://0x7f.0x0.0x0.0x1/', 'disguised address'],
  ['http://127.0.0.1./', 'trailing dot'],
  ['http://１２７.0.0.1:PORT/', 'disguised address'],
  ['http://127。0。0。1/', 'disguised address'],
  ['http://①②⑦.⓪.⓪.①/', 'disguised address'],
  ['http://127%2e0%2e0%2e1/', 'disguised host'],
  ['http://134744072/', 'disguised address'],
  ['http://256.256.256.256/', 'malformed'],
  ['http://127.0.0.1.2/', 'malformed'],
  // IPv6 addresses
  ['http://[::1]:PORT/', 'loopback'],
  ['http://[0:0:0:0:0:0:0:1]/', 'loopback'],
  ['http://[::]/', 'unspecified'],
  ['http://[::ffff:127.0.0.1]:PORT/', 'IPv4-mapped'],
  ['http://[::ffff:7f00:1]/', 'IPv4-mapped'],
  ['http://[::127.0.0.1]/', 'IPv4-compatible'],
  ['http://[::ffff:0:127.0.0.1]/', 'IPv4-translated'],
  ['http://[64:ff9b::7f00:1]/', 'NAT64'],
  ['http://[64:ff9b:1::a00:1]/', 'NAT64'],
  ['http://[2002:7f00:1::]/', '6to4'],
  ['http://[2001:0:7f00:1::]/', 'Teredo'],
  ['http://[fc00::1]/', 'unique local'],
  ['http://[fd00:ec2::254]/', 'metadata'],
  ['http://[fe80::1]/', 'link-local'],
  ['http://[fec0::1]/', 'site-local'],
  ['http://[ff02::1]/', 'multicast'],
  ['http://[2001:db8::1]/', 'documentation'],
  ['http://[2001:20::1]/', 'ORCHID'],
  ['http://[5f00::1]/', 'SRv6'],
  ['http://[100::1]/', 'discard-only'],
  ['http://[2a00::5efe:127.0.0.1]/', 'ISATAP'],
  ['http://[fe80::1%25lo]/', 'malformed'],
  // Names
  ['http://localhost:PORT/', 'local name'],
  ['http://LOCALHOST/', 'local name'],
  ['http://app.localhost/', 'local name'],
  ['http://intranet/', 'local name'],
  ['http://printer.local/', 'local name'],
  ['http://vault.service.consul/', 'local name'],
  ['http://kubernetes.default.svc/', 'local name'],
  ['http://router.home.arpa/', 'local name'],
  ['http://home.arpa/', 'local name'],
  ['http://hidden.onion/', 'local name'],
  ['http://metadata.google.internal/computeMetadata/v1/', 'metadata'],
  ['http://metadata/', 'metadata'],
  ['http://instance-data/latest/', 'metadata'],
  ['http://localhost./', 'trailing dot'],
  ['http://site.example./', 'trailing dot'],
  ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'disguised host'],
  ['http://ｌocalhost:PORT/', 'disguised host'],
  ['http://local\u00adhost/', 'disguised host'],
  ['http://site。example/', 'disguised host'],
  ['http://si%74e.example/', 'disguised host'],
  ['http://-site.example/', 'malformed'],
  ['http://site..example/', 'malformed'],
  // URLs that two parsers read differently
  ['http://site.example@127.0.0.1:PORT/', 'credentials'],
  ['http://user:password@site.example/', 'credentials'],
  ['http://127.0.0.1:PORT\\@site.example/', 'malformed'],
  ['http://site.example\\.127.0.0.1/', 'malformed'],
  ['http:/127.0.0.1:PORT/', 'malformed'],
  ['http:127.0.0.1/', 'malformed'],
  ['http:///127.0.0.1/', 'malformed'],
  ['\thttp://site.example/', 'malformed'],
  ['http://127.0.0.1\n.site.example/', 'malformed'],
  ['http://site.example:80:PORT/', 'malformed'],
  ['http://site.example:/', 'malformed'],
  ['//site.example/', 'malformed'],
  ['', 'malformed'],
  ['http://', 'malformed'],
  ['http://site.example:99999/', 'malformed'],
  // Schemes and ports
  ['file:///etc/passwd', 'scheme'],
  ['ftp://site.example/', 'scheme'],
  ['gopher://127.0.0.1:PORT/_x', 'scheme'],
  ['dict://127.0.0.1:PORT/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['ws://site.example/', 'scheme'],
  ['view-source:http://127.0.0.1/', 'scheme'],
  ['http://site.example:22/', 'port'],
  ['http://site.example:PORT/', 'port'],
  ['http://site.example:0/', 'port'],
  ['https://8.8.8.8:6379/', 'port'],
];

/** Names whose text is harmless, but whose resolved address is refused. */
const REFUSED_WHEN_RESOLVED: readonly (readonly [url: string, answer: readonly string[], reason: string])[] = [
  ['http://127.0.0.1.wildcard.example/', ['127.0.0.1'], 'loopback'],
  ['http://rebound.example:8080/', ['8.8.8.8', '127.0.0.1'], 'loopback'],
  ['http://inside.example/', ['10.0.0.7'], 'private'],
  ['http://cloud.example/', ['169.254.169.254'], 'metadata'],
  ['http://six.example/', ['::1'], 'loopback'],
  ['http://mapped.example/', ['::ffff:127.0.0.1'], 'IPv4-mapped'],
  ['http://nat.example/', ['2606:4700::1', '64:ff9b::7f00:1'], 'NAT64'],
  ['http://zero.example/', ['0.0.0.0'], 'unspecified'],
  ['http://local.example/', ['fe80::1%lo'], 'link-local'],
  ['http://odd.example/', ['0x7f.1'], 'malformed'],
];

describe('hostile URLs', () => {
  const contacts: string[] = [];
  const canary = createServer((socket) => {
    contacts.push(String(socket.remotePort));
    socket.destroy();
  });
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    port = (canary.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));
  afterEach(() => expect(contacts).toEqual([]));

  const guardThatAnswers = (answer: (name: string) => readonly string[], allowed = '') => {
    const asked: string[] = [];
    const list = parseAllowedTargets(allowed);
    if (!list.ok) throw new Error(list.refusal);
    const resolver = async (hostname: string): Promise<LookupAddress[]> => {
      asked.push(hostname);
      return answer(hostname).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    return { guard: createTargetGuard({ allowed: list.value, resolver }), asked };
  };
  const limits = { bytes: 1_000, redirects: 3, time: 30_000 };

  it('are sixty and more', () =>
    expect(REFUSED_AT_ONCE.length + REFUSED_WHEN_RESOLVED.length).toBeGreaterThanOrEqual(60));

  it.each(REFUSED_AT_ONCE)('%s is refused at once: %s', async (template, reason) => {
    const url = template.replaceAll('PORT', String(port));
    const { guard, asked } = guardThatAnswers(() => ['127.0.0.1']);
    const answer = guard.checkUrl(url);
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'TARGET_NOT_ALLOWED', details: { reason } } });
    expect(JSON.stringify(answer)).not.toContain('password@');
    await expect(guardedFetch({ url, guard, limits })).rejects.toMatchObject({ name: 'TargetNotAllowed', reason });
    expect(asked).toEqual([]);
  });

  it.each(REFUSED_WHEN_RESOLVED)('%s is refused when it resolves to %j: %s', async (url, addresses, reason) => {
    const { guard, asked } = guardThatAnswers(() => addresses);
    expect(guard.checkUrl(url)).toMatchObject({ ok: true });
    await expect(guardedFetch({ url, guard, limits })).rejects.toMatchObject({ name: 'TargetNotAllowed', reason });
    expect(asked).toHaveLength(1);
  });

  it.each([
    'https://site.example/',
    'HTTP://Site.Example/path?query#part',
    'http://site.example:8080/',
    'https://site.example:8443',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
    'https://BÜCHER.example/',
    'https://xn--bcher-kva.example/',
    'https://a_b.site.example/',
    'https://site.example/a@b/%2e%2e/',
    'https://1.site.example/',
    'https://site.example?q=http://127.0.0.1/',
    'https://日本.example/',
  ])('do not make %s one', (url) => expect(guardThatAnswers(() => []).guard.checkUrl(url)).toMatchObject({ ok: true }));

  it.each([
    ['127.0.0.1:9000', 'http://127.0.0.1:9000/'],
    ['10.0.0.0/8', 'http://10.1.2.3/'],
    ['git.corp', 'https://git.corp/'],
    ['localhost:*', 'http://localhost:1234/'],
    ['[::1]:*', 'http://[::1]:1234/'],
    ['metadata', 'http://metadata/'],
    ['10.0.0.0/8', 'http://git.corp/'],
  ])('are let through where the allow-list %s names them: %s', (allowed, url) =>
    expect(guardThatAnswers(() => [], allowed).guard.checkUrl(url)).toMatchObject({ ok: true }),
  );

  it.each([
    ['127.0.0.1:9000', 'http://127.0.0.1:9001/', 'loopback'],
    ['127.0.0.0/8', 'http://127.1/', 'disguised address'],
    ['127.0.0.0/8', 'http://[::ffff:127.0.0.1]/', 'IPv4-mapped'],
    ['10.0.0.0/8', 'http://metadata.google.internal/', 'metadata'],
    ['site.example:9000', 'http://user@site.example:9000/', 'credentials'],
  ])('are not let through by the allow-list %s when it means something else: %s', (allowed, url, reason) =>
    expect(guardThatAnswers(() => [], allowed).guard.checkUrl(url)).toMatchObject({
      ok: false,
      refusal: { details: { reason } },
    }),
  );

  it('are not let through when a local name is found outside of the network that is allowed', async () => {
    const { guard } = guardThatAnswers(() => ['8.8.8.8'], '10.0.0.0/8');
    await expect(guard.resolve({ hostname: 'git.corp', port: 443 })).rejects.toMatchObject({ reason: 'local name' });
  });
});
