import { robotsRules } from './robots-rules';

describe('what robots may read', () => {
  it.each<[string, string, boolean]>([
    ['', '/a', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a*b*c', '/aXbXbXc', false],
    ['User-agent: *\nDisallow: /gr%c3%bcn', '/grün', false],
    ['User-agent: other\nUser-agent: ours\nDisallow: /a', '/a', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: OURS/1.0\nDisallow: /b', '/a', true],
    ['User-agent: ours\nSitemap: /s.xml\nUser-agent: other\nDisallow: /a', '/a', false],
    ['User-agent: ours\nDisallow: /a\nUser-agent: ours\nDisallow: /b', '/b', false],
    ['Disallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ])('by %j: %s', (text, path, allowed) =>
    expect(robotsRules(text, 'ours').allows(`https://a.example${path}`)).toBe(allowed),
  );

  it('is decided at once, however the file is written to be slow', () => {
    const robots = Array.from({ length: 20_000 }, (_, index) => `User-agent: r${index}`).join('\n');
    const rules = Array.from({ length: 20_000 }, () => `Disallow: /${'a*'.repeat(20)}b`).join('\n');
    expect(
      robotsRules(`${robots}\nUser-agent: ours\n${rules}`, 'ours').allows(`https://a.example/${'a'.repeat(2_000)}`),
    ).toBe(true);
  });

  it('says how long to wait', () => {
    expect(robotsRules('User-agent: *\nCrawl-delay: 2.5', 'ours').delay).toBe(2.5);
    expect(robotsRules('User-agent: *\nCrawl-delay: -1', 'ours').delay).toBeUndefined();
  });
});
