import { createHash } from 'node:crypto';
import { privateKeysIn } from './private-keys';
import { withPlainKeys } from './written-keys';

const [BEGIN, END] = ['BEGIN', 'END'].map((mark) => `-----${mark} RSA PRIVATE ${'KEY'}-----`);
const BODY = ['a', 'b', 'c'].map((each) => createHash('sha384').update(each).digest('base64')).join('\n');

describe('private keys', () => {
  it('begin at the last beginning before their end, whose text alone is worked through', () => {
    const text = `${`${BEGIN}\n`.repeat(200)}${BODY}\n${END}\n${BEGIN}\n${BODY}\n${END}`;
    const replaced = jest.spyOn(String.prototype, 'replace');
    const found = privateKeysIn(text);
    const work = replaced.mock.calls.length;
    replaced.mockRestore();
    expect(found.map(({ start }) => start)).toEqual([BEGIN!.length * 199 + 199, text.lastIndexOf(BEGIN!)]);
    expect(work).toBeLessThan(10);
  });

  it('take no time for runs of backslashes or of spaces in them', () => {
    const filled = (by: string) => `${BEGIN}"${by}${END}\n`.repeat(60);
    expect(privateKeysIn(filled('\\'.repeat(15_000)))).toEqual([]);
    expect(withPlainKeys(filled(' '.repeat(15_000)))).toBe(filled(' '.repeat(15_000)));
  });
});
