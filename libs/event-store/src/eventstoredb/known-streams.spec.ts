import { KnownStreams } from './known-streams';

describe('known streams', () => {
  it('remember ids by their revisions, as they come', () => {
    const known = new KnownStreams();
    known.learn('s', 0, ['a', 'b']);
    known.learn('s', 1, ['b', 'c']);
    expect(known.get('s')).toMatchObject({ revision: 2 });
    expect([...known.get('s')!.revisions]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('learn nothing behind a gap', () => {
    const known = new KnownStreams();
    known.learn('s', 1, ['b']);
    expect(known.get('s')).toBeUndefined();
    known.learn('s', 0, ['a']);
    known.learn('s', 2, ['c']);
    expect(known.get('s')).toMatchObject({ revision: 0 });
  });

  it('know an empty stream from one that they do not know', () => {
    const known = new KnownStreams();
    known.learn('s', 0, []);
    expect(known.get('s')).toMatchObject({ revision: -1 });
    expect(known.get('t')).toBeUndefined();
  });

  it('pass over what a scavenge removed', () => {
    const known = new KnownStreams();
    known.skipTo('s', 1);
    known.learn('s', 2, ['c']);
    expect([...known.get('s')!.revisions]).toEqual([['c', 2]]);
  });

  it('forget what was not used for longest, and never what was learnt last', () => {
    const known = new KnownStreams(4);
    known.learn('old', 0, ['a', 'b']);
    known.learn('used', 0, ['a']);
    known.get('old');
    known.learn('new', 0, ['a', 'b']);
    expect(known.get('used')).toBeUndefined();
    expect(known.get('old')).toBeDefined();
    known.learn('large', 0, ['a', 'b', 'c', 'd', 'e', 'f']);
    expect(known.get('old')).toBeUndefined();
    expect(known.get('large')).toMatchObject({ revision: 5 });
  });
});
