import { textInBase64 } from './base64-text';

describe('a value in base64', () => {
  it.each([
    ['ZXhhbXBsZS1hcHAtc2VjcmV0', 'example-app-secret'],
    ['dGVzdC1hcGkta2V5Cg==', 'test-api-key'],
    ['ZXhhbXBsZS1hcHAtc2VjcmV', undefined],
    ['q8Zr4vXw2LkT9mNp6sBd', undefined],
    ['dGVzdA==', undefined],
    ['example-secret', undefined],
  ])('is read if it is a text: %s', (value, text) => expect(textInBase64(value)).toBe(text));
});
