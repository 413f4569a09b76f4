import fc from 'fast-check';
import { maskSecrets } from './mask-secrets';

describe('masking secrets in snippets', () => {
  it('keeps the shape of the line and hides the credential', () =>
    expect(maskSecrets('const key = "abcd1234efgh5678";')).toBe('const key = "abc*************";'));

  it.each([
    ['MYSQL_ROOT_PASSWORD: hunter2hunter2', 'MYSQL_ROOT_PASSWORD: hun***********'],
    ['"client-secret" : "abcd1234efgh"', '"client-secret" : "abc*********"'],
    ['spring.datasource.password=abcd1234efgh', 'spring.datasource.password=abc*********'],
  ])('leaves the name in %s', (line, masked) => expect(maskSecrets(line)).toBe(masked));

  it.each([
    ['a value that reads like a name', 'password: mysecretpassword', 'password: mys*************'],
    ['one that is compared', 'mysecretpassword == value', 'mys************* == value'],
    ['one that ends as Base64 does', 'bXlzZWNyZXRrZXk= b', 'bXl************= b'],
  ])('hides %s', (_, line, masked) => expect(maskSecrets(line)).toBe(masked));

  it('hides every token of 8 or more characters, wherever it stands', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9+/_-]{8,60}$/),
        fc.constantFrom('TOKEN=', 'x: ', '"', '(', ''),
        (secret, before) => !maskSecrets(`${before}${secret}`).includes(secret),
      ),
    ));
});
