import fc from 'fast-check';
import { ImageTree } from './image-tree';

const put = (tree: ImageTree, path: string, layer: number, kind: 'file' | 'folder' | 'symlink' = 'file') =>
  tree.put({ segments: path.split('/'), kind, layer, mode: 0o644, uid: 0, gid: 0, size: 1 });
const present = (tree: ImageTree) =>
  tree
    .present()
    .map(({ segments, layer }) => `${segments.join('/')}@${layer}`)
    .sort();
const buried = (tree: ImageTree) =>
  tree
    .buried()
    .map(({ segments, layer, removedBy }) => `${segments.join('/')}@${layer}-${removedBy}`)
    .sort();
const open = () => new ImageTree(() => undefined);

describe('the layers of an image', () => {
  it('add up: a later file replaces an earlier one, which stays known', () => {
    const tree = open();
    put(tree, 'etc/key', 0);
    put(tree, 'etc/key', 1);
    expect(present(tree)).toEqual(['etc/key@1']);
    expect(buried(tree)).toEqual(['etc/key@0-1']);
  });

  it('remove a file, or a folder with all that is in it', () => {
    const tree = open();
    for (const path of ['a/b', 'a/c/d', 'e']) put(tree, path, 0);
    tree.remove(['a'], 1);
    tree.remove(['e'], 2);
    tree.remove(['none', 'here'], 2);
    expect(present(tree)).toEqual([]);
    expect(buried(tree)).toEqual(['a/b@0-1', 'a/c/d@0-1', 'e@0-2']);
  });

  it.each([['before', true], ['after']])(
    'keep what a layer puts in the place of what it removes, when the whiteout comes %s it',
    (_, first = false) => {
      const tree = open();
      put(tree, 'd/old', 0);
      put(tree, 'f', 0);
      const whiteouts = () => {
        tree.removeBelow(['d'], 1);
        tree.remove(['f'], 1);
      };
      if (first) whiteouts();
      put(tree, 'd/new', 1);
      put(tree, 'f', 1);
      if (!first) whiteouts();
      expect(present(tree)).toEqual(['d/new@1', 'f@1']);
      expect(buried(tree)).toEqual(['d/old@0-1', 'f@0-1']);
    },
  );

  it('never lead through a link: what is written below one makes it a folder', () => {
    const tree = open();
    put(tree, 'lib', 0, 'symlink');
    put(tree, 'lib/x', 1);
    expect(present(tree)).toEqual(['lib/x@1']);
    expect(buried(tree)).toEqual(['lib@0-1']);
  });

  it('keep what is in a folder when its facts change, and bury it when a file takes its place', () => {
    const tree = open();
    put(tree, 'd', 0, 'folder');
    put(tree, 'd/x', 0);
    put(tree, 'd', 1, 'folder');
    expect(present(tree)).toEqual(['d/x@0', 'd@1']);
    put(tree, 'd', 2);
    expect(present(tree)).toEqual(['d@2']);
    expect(buried(tree)).toEqual(['d/x@0-2']);
  });

  it('count every folder that no entry names', () => {
    let folders = 0;
    const tree = new ImageTree(() => void (folders += 1));
    put(tree, 'a/b/c/d', 0);
    put(tree, 'a/b/e', 0);
    expect(folders).toBe(3);
  });

  it('walk a folder once, however often a layer says that it is empty', () => {
    const tree = open();
    const files = 30_000;
    for (let index = 0; index < files; index += 1) put(tree, `d/${index}`, 0);
    // a walk each would be nine hundred million steps
    for (let index = 0; index < files; index += 1) tree.removeBelow(['d'], 0);
    expect(tree.present()).toHaveLength(files);
  });

  it('come to what a plain list of paths comes to', () => {
    const segment = fc.constantFrom('a', 'b', 'c');
    const path = fc.array(segment, { minLength: 1, maxLength: 3 });
    const layer = fc.array(
      fc.record({
        what: fc.constantFrom('file' as const, 'folder' as const, 'remove' as const, 'below' as const),
        path,
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 4 }), (layers) => {
        const tree = open();
        const list = new Map<string, { kind: string; layer: number }>();
        let files = 0;
        for (const [number, steps] of layers.entries()) {
          for (const { what, path: segments } of steps) {
            const name = segments.join('/');
            const drop = (fits: (key: string) => boolean, all: boolean) =>
              [...list]
                .filter(([key, entry]) => fits(key) && (all || entry.layer !== number))
                .forEach(([key]) => list.delete(key));
            if (what === 'remove') tree.remove(segments, number);
            else if (what === 'below') tree.removeBelow(segments, number);
            else put(tree, name, number, what);
            if (what === 'file') files += 1;
            if (what === 'remove') drop((key) => key === name || key.startsWith(`${name}/`), false);
            if (what === 'below') drop((key) => key.startsWith(`${name}/`), false);
            if (what === 'file') drop((key) => key.startsWith(`${name}/`), true);
            if (what === 'file' || what === 'folder') {
              segments.forEach((_, depth) => {
                const above = segments.slice(0, depth).join('/');
                if (list.get(above)?.kind === 'file') list.delete(above);
              });
              list.set(name, { kind: what, layer: number });
            }
          }
        }
        expect(present(tree)).toEqual([...list].map(([key, entry]) => `${key}@${entry.layer}`).sort());
        expect(tree.present().filter(({ kind }) => kind === 'file').length + tree.buried().length).toBe(files);
      }),
      { numRuns: 500 },
    );
  });
});
