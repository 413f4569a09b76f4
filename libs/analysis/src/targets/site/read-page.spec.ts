import { decodeHtml } from './decode-html';
import { readPage } from './read-page';
import { robotsRules } from './robots-rules';

describe('the text of a page', () => {
  const umlaut = Buffer.from([0x67, 0x72, 0xfc, 0x6e]);
  it.each<[string, Buffer, string, string]>([
    ['its byte order mark', Buffer.from('\ufeffgrün', 'utf16le'), 'text/html; charset=iso-8859-1', 'grün'],
    ['what the server says', umlaut, 'text/html; charset="ISO-8859-1"', 'grün'],
    ['what its head says', Buffer.concat([Buffer.from('<meta charset=latin1>'), umlaut]), 'text/html', '<meta charset=latin1>grün'],
    ['what it is, where it is valid UTF-8', Buffer.from('grün'), 'text/html', 'grün'],
    ['what browsers take it for otherwise', umlaut, 'text/html; charset=no-such-thing', 'grün'],
    ['ASCII, where a readable head says UTF-16', Buffer.from('<meta charset="utf-16">grün'), 'text/html', '<meta charset="utf-16">grün'],
  ])('is read by %s', (_, bytes, contentType, text) => expect(decodeHtml(bytes, contentType)).toBe(text));
});

describe('a page', () => {
  const addresses = (html: string) => readPage(html, 'https://a.example/dir/page').links.map(({ url, line }) => `${url}:${line}`);

  it('resolves its addresses against its first base', () =>
    expect(addresses('<a href="one">\n<base href="/other/"><base href="https://b.example/">\n<img src="two?x#y">')).toEqual(['https://a.example/dir/one:1', 'https://a.example/other/two?x:3']));

  it.each([
    ['//b.example/a 1x, //b.example/c,d 2x', ['https://b.example/a:1', 'https://b.example/c,d:1']],
    [' /a , /b 100w,/c', ['https://a.example/a:1', 'https://a.example/b:1', 'https://a.example/c:1']],
    ['data:image/png;base64,AAAA 1x, /b', ['https://a.example/b:1']],
  ])('has the candidates of srcset=%j', (srcset, expected) => expect(addresses(`<img srcset="${srcset}">`)).toEqual(expected));

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', 'tel:1', '#here', '', 'http://[', `/${'x'.repeat(3_000)}`])('has no address in %j', (address) => expect(addresses(`<a href="${address}">`)).toEqual([]));

  it('is not read where it is a comment, a script or text', () => expect(addresses('<!-- <a href="/a"> --><script>"<a href=/b>"</script><textarea><a href="/c"></textarea><title><a href="/d"></title>')).toEqual([]));

  it('is read however it is nested, and bounded', () => {
    const page = readPage('<a href="/x">'.replace('x', 'y') + '<div>'.repeat(100_000) + Array.from({ length: 1_000 }, (_, index) => `<a href="/${index}">`).join(''), 'https://a.example/');
    expect(page.links).toHaveLength(300);
    expect(page.moreLinks).toBe(701);
  });
});

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
  ])('by %j: %s', (text, path, allowed) => expect(robotsRules(text, 'ours').allows(`https://a.example${path}`)).toBe(allowed));

  it('is decided at once, however the file is written to be slow', () => {
    const robots = Array.from({ length: 20_000 }, (_, index) => `User-agent: r${index}`).join('\n');
    const rules = Array.from({ length: 20_000 }, () => `Disallow: /${'a*'.repeat(20)}b`).join('\n');
    expect(robotsRules(`${robots}\nUser-agent: ours\n${rules}`, 'ours').allows(`https://a.example/${'a'.repeat(2_000)}`)).toBe(true);
  });

  it('says how long to wait', () => {
    expect(robotsRules('User-agent: *\nCrawl-delay: 2.5', 'ours').delay).toBe(2.5);
    expect(robotsRules('User-agent: *\nCrawl-delay: -1', 'ours').delay).toBeUndefined();
  });
});
