import { closestTo, didYouMean } from './closest';

const TOOLS = ['py-security', 'go-security', 'eslint-security', 'spelling', 'code-size', 'secrets-source'];

describe('the names that a mistyped one may have meant', () => {
  it.each([
    ['py-securty', ['py-security']],
    ['speling', ['spelling']],
    ['code_size', ['code-size']],
    ['SPELLING', ['spelling']],
    ['secrets', ['secrets-source']],
    ['security', ['go-security', 'py-security', 'eslint-security']],
    ['quantum-entanglement', []],
    ['', []],
    ['x'.repeat(10_000), []],
  ])('%s: %j', (mistyped, meant) => expect(closestTo(mistyped, TOOLS)).toEqual(meant));

  it.each([
    ['speling', ' Did you mean spelling?'],
    ['security', ' Did you mean go-security, py-security or eslint-security?'],
    ['quantum-entanglement', ''],
  ])('asks for %s:%s', (mistyped, question) => expect(didYouMean(mistyped, TOOLS)).toBe(question));
});
