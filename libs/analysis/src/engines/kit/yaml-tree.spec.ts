import { Unreadable } from './per-file';
import { at, entriesOf, parseYaml, textOf } from './yaml-tree';

const read = (text: string) => parseYaml(text)[0]!;
const keysIn = (text: string, ...path: readonly string[]) => {
  const tree = read(text);
  return entriesOf(tree, at(tree, tree.root, ...path)).map(({ key, value }) => `${key}=${textOf(value)}`);
};

describe('a map that merges others', () => {
  it('has what it says itself, before what it merges, wherever it says so', () =>
    expect(keysIn('a: &a {x: 1, y: 1}\nb: {<<: *a, y: 2, z: 2}', 'b')).toEqual(['x=1', 'y=2', 'z=2']));

  it('has each key of several once, of the first that has it', () =>
    expect(keysIn('a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}', 'c')).toEqual(['x=1', 'y=2']));

  it('is no endless one where it merges itself', () => expect(keysIn('a: &a\n  <<: *a\n  x: 1', 'a')).toEqual(['x=1']));

  it('follows an alias to the last anchor of the name before it', () =>
    expect(keysIn('a: &n {x: 1}\nb: *n\nc: &n {x: 2}\nd: *n', 'b')).toEqual(['x=1']));

  it('expands in steps in proportion to its text: eight levels of ten each have the keys of one', () => {
    const levels = Array.from(
      { length: 8 },
      (_, level) => `l${level + 1}: &l${level + 1} {<<: [${Array(10).fill(`*l${level}`).join(', ')}]}`,
    );
    expect(keysIn(`l0: &l0 {x: 1, y: 1}\n${levels.join('\n')}`, 'l8')).toEqual(['x=1', 'y=1']);
  });

  it('is refused where the file merges more entries than anybody writes, or deeper', () => {
    const keys = Array.from({ length: 2_000 }, (_, at) => `k${at}: 1`).join(', ');
    const many = Array.from({ length: 600 }, (_, at) => `m${at}: {<<: *big}`).join('\n');
    const tree = read(`big: &big {${keys}}\n${many}`);
    expect(() => entriesOf(tree, tree.root).map(({ value }) => entriesOf(tree, value))).toThrow(Unreadable);
    const chain = Array.from({ length: 60 }, (_, at) => `c${at + 1}: &c${at + 1} {<<: *c${at}}`).join('\n');
    const deep = read(`c0: &c0 {x: 1}\n${chain}`);
    expect(() => at(deep, deep.root, 'c60', 'x')).toThrow(Unreadable);
  });

  it('is walked once for all of its aliases', () => {
    const tree = read(`a: &a {x: 1}\nlist: [${Array(3_000).fill('*a').join(', ')}]`);
    let visited = 0;
    const { contents } = tree.document;
    Object.defineProperty(tree.document, 'contents', { get: () => ((visited += 1), contents) });
    for (const item of (at(tree, tree.root, 'list') as unknown as { items: unknown[] }).items)
      expect(textOf(at(tree, item, 'x'))).toBe('1');
    expect(visited).toBeLessThan(10);
  });
});
