import fc from 'fast-check';
import { RecentRows, type Row } from './recent-rows';

const row = (id: string, body: string | null = '{}'): Row => ({ id, position: 1, body });

describe('recent rows', () => {
  it('are read once, until they are forgotten', () => {
    const rows = new RecentRows();
    const read = jest.fn(() => row('a'));
    expect([rows.get('a', read), rows.get('a', read)]).toEqual([row('a'), row('a')]);
    expect(read).toHaveBeenCalledTimes(1);
    rows.forget('a');
    expect(rows.get('a', () => row('a', null))).toEqual(row('a', null));
  });

  it('remember that there was none, until they are forgotten', () => {
    const rows = new RecentRows();
    expect([rows.get('a', () => undefined), rows.get('a', () => row('a'))]).toEqual([undefined, undefined]);
    rows.forget('a');
    expect(rows.get('a', () => row('a'))).toEqual(row('a'));
  });

  it('make room for newer ones, the longest unused first, and never keep a huge one', () => {
    const rows = new RecentRows();
    const large = (id: string) => row(id, 'x'.repeat(60_000));
    const kept = (id: string) => {
      let read = false;
      rows.get(id, () => ((read = true), large(id)));
      return !read;
    };
    for (let n = 0; n < 130; n += 1) rows.get(`row ${n}`, () => large(`row ${n}`));
    expect(kept('row 0')).toBe(true);
    for (let n = 130; n < 200; n += 1) rows.get(`row ${n}`, () => large(`row ${n}`));
    expect([kept('row 0'), kept('row 1')]).toEqual([true, false]);

    rows.get('huge', () => row('huge', 'x'.repeat(70_000)));
    expect(rows.get('huge', () => row('huge', 'read again'))).toEqual(row('huge', 'read again'));
  });

  it('always are what the file holds when every change is told', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), body: fc.option(fc.string(), { nil: undefined }) })),
        (steps) => {
          const file = new Map<string, Row>();
          const rows = new RecentRows();
          for (const { id, body } of steps) {
            if (body !== undefined) {
              file.set(id, row(id, body));
              rows.forget(id);
            }
            expect(rows.get(id, () => file.get(id))).toEqual(file.get(id));
          }
        },
      ),
    ));
});
