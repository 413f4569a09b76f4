import { decodeHtml } from './decode-html';
import { readPage } from './read-page';

describe('the text of a page', () => {
  const umlaut = Buffer.from([0x67, 0x72, 0xfc, 0x6e]);
  it.each<[string, Buffer, string, string]>([
    ['its byte order mark', Buffer.from('\ufeffgrün', 'utf16le'), 'text/html; charset=iso-8859-1', 'grün'],
    ['what the server says', umlaut, 'text/html; charset="ISO-8859-1"', 'grün'],
    [
      'what its head says',
      Buffer.concat([Buffer.from('<meta charset=latin1>'), umlaut]),
      'text/html',
      '<meta charset=latin1>grün',
    ],
    ['what it is, where it is valid UTF-8', Buffer.from('grün'), 'text/html', 'grün'],
    ['what browsers take it for otherwise', umlaut, 'text/html; charset=no-such-thing', 'grün'],
    [
      'ASCII, where a readable head says UTF-16',
      Buffer.from('<meta charset="utf-16">grün'),
      'text/html',
      '<meta charset="utf-16">grün',
    ],
  ])('is read by %s', (_, bytes, contentType, text) => expect(decodeHtml(bytes, contentType)).toBe(text));
});

describe('a page', () => {
  const addresses = (html: string) =>
    readPage(html, 'https://a.example/dir/page').links.map(({ url, line }) => `${url}:${line}`);

  it('resolves its addresses against its first base', () =>
    expect(
      addresses('<a href="one">\n<base href="/other/"><base href="https://b.example/">\n<img src="two?x#y">'),
    ).toEqual(['https://a.example/dir/one:1', 'https://a.example/other/two?x:3']));

  it.each([
    ['//b.example/a 1x, //b.example/c,d 2x', ['https://b.example/a:1', 'https://b.example/c,d:1']],
    [' /a , /b 100w,/c', ['https://a.example/a:1', 'https://a.example/b:1', 'https://a.example/c:1']],
    ['data:image/png;base64,AAAA 1x, /b', ['https://a.example/b:1']],
  ])('has the candidates of srcset=%j', (srcset, expected) =>
    expect(addresses(`<img srcset="${srcset}">`)).toEqual(expected),
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'tel:1',
    '#here',
    '',
    'http://[',
    `/${'x'.repeat(3_000)}`,
  ])('has no address in %j', (address) => expect(addresses(`<a href="${address}">`)).toEqual([]));

  it('is not read where it is a comment, a script or text', () =>
    expect(
      addresses(
        '<!-- <a href="/a"> --><script>"<a href=/b>"</script>' +
          '<textarea><a href="/c"></textarea><title><a href="/d"></title>',
      ),
    ).toEqual([]));

  it('is read however it is nested, and bounded', () => {
    const page = readPage(
      '<a href="/x">'.replace('x', 'y') +
        '<div>'.repeat(100_000) +
        Array.from({ length: 1_000 }, (_, index) => `<a href="/${index}">`).join(''),
      'https://a.example/',
    );
    expect(page.links).toHaveLength(300);
    expect(page.moreLinks).toBe(701);
  });
});
