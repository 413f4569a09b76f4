import { ignoreRules } from './ignore-rules';

describe('the rules of a .helmignore', () => {
  // Each case is one of Helm's own documentation of the file.
  it.each([
    ['a name in any folder', 'helm.txt', ['helm.txt', 'a/helm.txt'], ['helm.txt.bak']],
    ['a folder with what is in it', 'mydir/', ['mydir', 'mydir/a', 'a/mydir/b/c'], ['mydirs/a']],
    ['names by a star, which ends at a slash', '*.txt', ['a.txt', 'b/a.txt'], ['a.txt.b']],
    ['what lies in the chart’s own folder alone', '/foo.txt', ['foo.txt'], ['a/foo.txt']],
    ['a path as a whole', 'a/b*d.txt', ['a/bcd.txt'], ['x/a/bcd.txt', 'a/b/d.txt']],
    ['one character, or one of several', 'ab[c-e]?', ['abdx', 'z/abcx'], ['abfx', 'abc']],
    ['characters that are not one of several', '[^a].yaml', ['b.yaml'], ['a.yaml']],
    ['a star as a name', '\\*', ['*'], ['a']],
    ['all that does not match after a “!”', '!*.yaml', ['a.txt', 'templates'], ['a.yaml']],
    ['nothing after a comment', '# *\n\n   ', [], ['a']],
  ])('leave out %s', (_, text, out, kept) => {
    const { leavesOut } = ignoreRules(text);
    const isFolder = (path: string) => path === 'mydir' || path === 'templates';
    expect(out.filter((path) => !leavesOut(path, isFolder(path)))).toEqual([]);
    expect(kept.filter((path) => leavesOut(path, isFolder(path)))).toEqual([]);
  });

  it('leave out a file of the name of a folder only where the rule says so', () => {
    expect(ignoreRules('mydir/').leavesOut('mydir', false)).toBe(false);
    expect(ignoreRules('mydir').leavesOut('mydir', false)).toBe(true);
  });

  it('leave out hidden templates, whatever the file says', () => {
    expect(ignoreRules('').leavesOut('templates/.a.yaml', false)).toBe(true);
    expect(ignoreRules('').leavesOut('templates/a/.a.yaml', false)).toBe(false);
  });

  it.each(['templates/**', '[', 'a[]b', 'a\\', `a\n${'x'.repeat(501)}`, 'a\n'.repeat(1_001)])(
    'leave out nothing where Helm takes no such file: %#',
    (text) => {
      const { leavesOut } = ignoreRules(`a\n${text}`);
      expect([leavesOut('a', false), leavesOut('templates/a.yaml', false)]).toEqual([false, false]);
    },
  );

  it('take no longer for many stars than for few', () => {
    const { leavesOut } = ignoreRules(`${'*a'.repeat(200)}b`);
    expect(leavesOut('a'.repeat(255), false)).toBe(false);
  });
});
