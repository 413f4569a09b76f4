import fc from 'fast-check';
import { maskSecrets } from './mask-secrets';

describe('masking secrets in snippets', () => {
  it('keeps the shape of the line and hides the credential', () =>
    expect(maskSecrets('const key = "abcd1234efgh5678";')).toBe('const key = "abc*************";'));

  it('hides every token of 8 or more characters, wherever it stands', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9+/_-]{8,60}$/),
        fc.constantFrom('TOKEN=', 'x: ', '"', '(', ''),
        (secret, before) => !maskSecrets(`${before}${secret}`).includes(secret),
      ),
    ));
});
