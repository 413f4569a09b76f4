import { createHash, generateKeyPairSync } from 'node:crypto';
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

  it.each([
    ['RSA in PKCS #8', generateKeyPairSync('rsa', { modulusLength: 2048 }), 'pkcs8'],
    ['RSA in PKCS #1', generateKeyPairSync('rsa', { modulusLength: 1024 }), 'pkcs1'],
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'pkcs8'],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'pkcs8'],
  ] as const)('are known without marks by their own length: %s', (_, { privateKey, publicKey }, type) => {
    const key = privateKey.export({ format: 'der', type: type as 'pkcs8' }).toString('base64');
    const found = (value: string) => privateKeysIn(`pay.privateKey=${value}\n`).map(({ start, end }) => [start, end]);
    expect(found(key)).toEqual([[15, 15 + key.length]]);
    expect(found(key.slice(0, -40))).toEqual([]);
    expect(found(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))).toEqual([]);
    const pem = privateKey.export({ format: 'pem', type: type as 'pkcs8' }) as string;
    expect(privateKeysIn(pem.replaceAll('\n', ''))).toHaveLength(1);
    expect(privateKeysIn(pem)[0]!.value).toBe(privateKeysIn(key)[0]!.value);
  });
});
