import { partsOf } from './parts';

const files = (...paths: readonly string[]) => paths.map((file) => ({ file, size: 4 }));
const names = (paths: readonly string[], most: number) =>
  partsOf(files(...paths), most).map((part) => part.map(({ file }) => file));

describe('the parts in which much code is followed', () => {
  it('are one where all of it fits', () => {
    expect(names(['a/1.js', 'b/2.js'], 8)).toEqual([['a/1.js', 'b/2.js']]);
  });

  it('end where a folder ends that leaves a part more than half full', () => {
    expect(names(['a/1.js', 'a/2.js', 'a/3.js', 'b/4.js', 'b/5.js'], 16)).toEqual([
      ['a/1.js', 'a/2.js', 'a/3.js'],
      ['b/4.js', 'b/5.js'],
    ]);
  });

  it('end within a folder where it fits into none', () => {
    expect(names(['a/1.js', 'a/2.js', 'a/3.js'], 8)).toEqual([['a/1.js', 'a/2.js'], ['a/3.js']]);
  });

  it('prefer the end of the highest folder that leaves them more than half full', () => {
    expect(names(['a/x/1.js', 'a/x/2.js', 'b/x/3.js', 'b/y/4.js', 'b/y/5.js'], 16)).toEqual([
      ['a/x/1.js', 'a/x/2.js', 'b/x/3.js'],
      ['b/y/4.js', 'b/y/5.js'],
    ]);
  });

  it('hold each file once, also one that is larger than a part', () => {
    const all = ['a.js', 'b.js', 'c.js', 'd/e.js', 'd/f.js', 'g.js'];
    for (const most of [1, 4, 8, 9, 12, 20, 100]) expect(names(all, most).flat()).toEqual(all);
    expect(partsOf([{ file: 'a.js', size: 100 }], 8)).toHaveLength(1);
    expect(partsOf([], 8)).toEqual([]);
  });
});
