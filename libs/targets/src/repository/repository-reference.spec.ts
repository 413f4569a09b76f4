import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { isBranchName, parseRepository } from './repository-reference';

describe('a repository reference', () => {
  const hosta = (url: string, baseUrl = 'https://hosta.example') => parseRepository({ host: 'hosta', url, baseUrl });

  it('is owner and name at the base address, which may have a path', () => {
    expect(hosta('ada/engine', 'https://hosta.example/git/')).toEqual({
      ok: true,
      value: { cloneUrl: 'https://hosta.example/git/ada/engine.git', name: 'ada/engine', atBase: true },
    });
    expect(hosta('https://hosta.example/git/ada/engine', 'https://hosta.example/git')).toEqual({
      ok: true,
      value: { cloneUrl: 'https://hosta.example/git/ada/engine.git', name: 'ada/engine', atBase: true },
    });
  });

  it('is a URL at another service too, which is not the base address even where it begins like it', () => {
    for (const origin of [
      'https://other.example',
      'https://hosta.example:8443',
      'http://hosta.example',
      'https://hosta.example.evil.example',
    ]) {
      expect(hosta(`${origin}/ada/engine`)).toMatchObject({
        ok: true,
        value: { cloneUrl: `${origin}/ada/engine.git`, atBase: false },
      });
    }
  });

  it.each([
    ['ada', 'owner/name'],
    ['a/b/c', 'owner/name'],
    ['https://hosta.example/ada/engine?x=1', 'query'],
    ['https://user@hosta.example/ada/engine', 'credentials'],
    ['git@hosta.example:ada/engine', 'by an http(s) URL'],
    ['ada/..', 'cannot'],
    ['-ada/engine', 'cannot'],
    ['ada/%2e%2e', 'cannot'],
    ['https://[/a/b', 'malformed'],
  ])('is not %s', (url, message) =>
    expect(hosta(url)).toMatchObject({
      ok: false,
      refusal: { code: 'VALIDATION_ERROR', message: expect.stringContaining(message) },
    }),
  );
});

describe('the name of a branch', () => {
  it.each(['main', 'feature/x', 'release-1.2', 'ünïcode', 'a@b', 'a{b}'])('may be %s', (name) =>
    expect(isBranchName(name)).toBe(true),
  );
  it.each([
    '',
    '-x',
    '--upload-pack=x',
    'a..b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    '@',
    'a@{1}',
    '/a',
    'a/',
    'a//b',
    'a.',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a\nb',
    'a\u007f',
    'HEAD',
    'refs/heads/x',
    'x'.repeat(300),
  ])('may not be %j', (name) => expect(isBranchName(name)).toBe(false));

  it('is never one that git would not take', () => {
    const names = fc
      .sample(
        fc.string({
          unit: fc.constantFrom(
            'a',
            'b',
            'c',
            'd',
            'e',
            'f',
            '/',
            '/',
            '.',
            '-',
            '@',
            '{',
            '~',
            '^',
            ':',
            '?',
            '*',
            '[',
            '\\',
            ' ',
            '.lock',
            '\t',
          ),
          minLength: 1,
          maxLength: 6,
        }),
        { numRuns: 300, seed: 7 },
      )
      .filter(isBranchName);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names)
      expect([name, spawnSync('git', ['check-ref-format', '--branch', name]).status]).toEqual([name, 0]);
  });
});
