import {
  asksOwnServer,
  isByChoice,
  isForDevelopment,
  isInMain,
  isSaidUnverified,
  isVerifiedOtherwise,
} from './unverified';

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
    ['a condition behind it', 'def f\n  http.verify_mode = OFF if options[:insecure]\nend', true],
    ['another condition behind it', 'def f\n  http.verify_mode = OFF if http\nend', false],
    [
      'a function that is called by choice alone',
      'fun f() {\n  if (allowInsecure) {\n    b.factory(madeFactory())\n  }\n}\nfun madeFactory() =\n  OFF\n',
      true,
    ],
    [
      'a method that is called by choice alone',
      'void f() {\n  if (skip) {\n    made();\n  }\n}\n  Made made() {\n    OFF;\n  }\n',
      true,
    ],
    [
      'a function that is called always, too',
      'fun f() {\n  if (insecure) {\n    madeOne()\n  }\n  madeOne()\n}\nfun madeOne() =\n  OFF\n',
      false,
    ],
    ['an arm of Rust', 'match mode {\n  TlsMode::NoVerification => {\n    OFF\n  }\n}', true],
    ['another arm', 'match mode {\n  Scheme::Http => {\n    OFF\n  }\n}', false],
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

describe('a branch of development', () => {
  it.each([
    ['what else happens than in production', 'if (isProduction) {\n  a();\n} else {\n  ON\n}', true],
    ['what happens in production', 'if (isProduction) {\n  ON\n} else {\n  a();\n}', false],
    ['where it is not production', "if (env !== 'production') {\n  ON\n}", true],
    ['where it is development', "if app.env == 'development':\n    ON\n", true],
    ['what else happens than in development', 'if (isDev) {\n  a();\n} else {\n  ON\n}', false],
    ['what else happens than outside of production', 'if (!isProduction) {\n  a();\n} else {\n  ON\n}', false],
    ['no condition', 'function production() {\n  ON\n}', false],
  ])('%s', (_, text, expected) => expect(isForDevelopment(...at(text, 'ON'))).toBe(expected));
});

describe('a server of its own', () => {
  it.each([
    ['one that is asked whether it is well', 'extra/healthcheck.go', 'host = "127.0.0.1"\nOFF', true],
    ['one that the file starts', 'runner.rb', "IO.popen(command)\nget 'https://127.0.0.1:1/'", true],
    ['another one, too', 'healthcheck.js', "get('https://127.0.0.1/')\nget('https://some.example/')", false],
    ['one that it only may be', 'client.js', "const host = 'localhost';", false],
    ['one in a comment', 'healthcheck.js', "// 'localhost'\nget(host)", false],
  ])('%s', (_, file, text, expected) => expect(asksOwnServer(file, text.split('\n'))).toBe(expected));
});

it('knows a certificate that is judged after the connection', () => {
  const after = (call: string) => at(`  OFF: true,\n}\nconn := dial(c)\nfor _, c := range all {\n  ${call}\n}`, 'OFF');
  expect(isVerifiedOtherwise(...after('c.Verify(opts)'))).toBe(true);
  expect(isVerifiedOtherwise(...after('c.Verify(name)'))).toBe(false);
});
