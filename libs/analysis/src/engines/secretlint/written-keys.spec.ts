import { withPlainKeys } from './written-keys';

const [BEGIN, END] = ['BEGIN', 'END'].map((mark) => `-----${mark} RSA PRIVATE KEY-----`);

describe('a private key in source code', () => {
  it('is read without the line ends and joints that the code writes', () => {
    const inOneString = `const key = '${BEGIN}\\r\\nMIIC+a\\nXIBA=\\r\\n${END}';`;
    expect(withPlainKeys(inOneString)).toBe(`const key = '${BEGIN}    MIIC+a  XIBA=    ${END}';`);
    const inSeveral = `key = "${BEGIN}\\n" +\n  "MIIC\\n"\n  "XIBA\\n" + "${END}"`;
    const read = withPlainKeys(inSeveral);
    expect(read.replace(/\s+/g, ' ')).toBe(`key = "${BEGIN} MIIC XIBA ${END}"`);
    expect(read.split('\n').map((line) => line.length)).toEqual(inSeveral.split('\n').map((line) => line.length));
  });

  it.each([
    ['no key', "const text = 'a\\r\\nb' + 'c';"],
    ['a beginning without an end', `'${BEGIN}\\r\\nMIIC'`],
    ['an end that is further away than a key is long', `'${BEGIN}\\r\\n${'A'.repeat(20_000)}${END}'`],
    ['a key in lines of its own', `${BEGIN}\nMIIC\nXIBA\n${END}\n`],
  ])('is not looked for in %s', (_, text) => expect(withPlainKeys(text)).toBe(text));

  it('is searched for once, however many begin before one end', () => {
    const many = `${`${BEGIN} `.repeat(1_000)}${'A'.repeat(20_000)}${END}`;
    const search = jest.spyOn(String.prototype, 'indexOf');
    withPlainKeys(many);
    const ends = search.mock.calls.filter(([what]) => what === '-----END').length;
    search.mockRestore();
    expect(ends).toBe(2); // the other finds no further one
  });
});
