import { isByChoice, isInMain, isSaidUnverified, isVerifiedOtherwise } from './unverified';

const at = (text: string, word: string) => {
  const lines = text.split('\n');
  return [lines, lines.findIndex((line) => line.includes(word)) + 1] as const;
};

describe('a branch in which certificates are not verified', () => {
  it.each([
    ['a condition', 'func f() {\n  if insecure {\n    OFF\n  }\n}', true],
    ['a condition further out', 'func f() {\n  if c.SkipVerify {\n    use(func() {\n      OFF\n    })\n  }\n}', true],
    ['another branch', 'if a:\n    b\nelif verify is False:\n    OFF\n', true],
    ['a case', 'switch name {\ncase "insecure_skip_verify":\n  OFF\n}', true],
    ['an environment', "  if (App::environment('local')) {\n    OFF\n  }", true],
    ['a condition about something else', 'if address != "" {\n  OFF\n}', false],
    ['a condition that has ended', 'func f() {\n  if insecure {\n    warn()\n  }\n  OFF\n}', false],
    ['no condition', 'func insecure() {\n  OFF\n}', false],
    ['a comment', '// if insecure\nfunc f() {\n  OFF\n}', false],
  ])('%s', (_, text, expected) => expect(isByChoice(...at(text, 'OFF'))).toBe(expected));
});

it.each([
  ['the start of a file', "if __name__ == '__main__':\n    RUN\n", true],
  ['a function', "if __name__ == '__main__':\n    f()\ndef g():\n    RUN\n", false],
])('knows what only the start of a file runs: %s', (_, text, expected) =>
  expect(isInMain(...at(text, 'RUN'))).toBe(expected),
);

it.each([
  ['a function that says so', 'def self.unverified_claims(token)\n  READ\nend', true],
  ['a method of Go', 'func (s *Store) peekUnverified(t string) {\n\tREAD\n}', true],
  ['a function that says nothing', 'def claims(token)\n  READ # unverified\nend', false],
  ['a function that verifies', 'def claims(token)\n  if unverified(token)\n    READ\n  end\nend', false],
])('knows a name that says that nothing is verified: %s', (_, text, expected) =>
  expect(isSaidUnverified(...at(text, 'READ'))).toBe(expected),
);

it('knows a verification of its own beside what is switched off', () => {
  expect(isVerifiedOtherwise(...at('tls.Config{\n  OFF: true,\n  VerifyPeerCertificate: check,\n}', 'OFF'))).toBe(true);
  expect(isVerifiedOtherwise(...at('tls.Config{\n  OFF: true,\n  RootCAs: roots,\n}', 'OFF'))).toBe(false);
});
