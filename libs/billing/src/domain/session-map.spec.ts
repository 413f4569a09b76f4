import fc from 'fast-check';
import { SessionMap } from './session-map';

const changes = fc.array(
  fc.record({ sessionId: fc.nat(200).map((id) => `ses_${id}`), value: fc.option(fc.nat(), { nil: undefined }) }),
  { maxLength: 600 },
);

describe('a map by session', () => {
  it('holds what a plain map holds after the same changes, and leaves each earlier one as it was', () =>
    fc.assert(
      fc.property(changes, (history) => {
        const plain = new Map<string, number>();
        let map = SessionMap.empty<number>();
        const earlier: [SessionMap<number>, number[]][] = [];
        for (const { sessionId, value } of history) {
          earlier.push([map, map.values()]);
          if (value === undefined) plain.delete(sessionId);
          else plain.set(sessionId, value);
          map = value === undefined ? map.without(sessionId) : map.with(sessionId, value);
          expect([map.get(sessionId), map.has(sessionId), map.size]).toEqual([value, value !== undefined, plain.size]);
        }
        expect(map.values().sort()).toEqual([...plain.values()].sort());
        for (const [before, values] of earlier) expect([before.size, before.values()]).toEqual([values.length, values]);
      }),
    ));

  it('keeps ids apart whose hashes are the same', () => {
    const twins = ['ses_fb087773', 'ses_2347b56c', 'ses_d169e16d', 'ses_e12d565d'];
    const ids = [...Array.from({ length: 2_000 }, (_, index) => `ses_${index}`), ...twins];
    const map = ids.reduce((all, id, index) => all.with(id, index), SessionMap.empty<number>());
    expect(ids.map((id) => map.get(id))).toEqual(ids.map((_, index) => index));
    const rest = twins.filter((_, index) => index % 2 === 0).reduce((all, id) => all.without(id), map);
    expect(twins.map((id) => rest.has(id))).toEqual([false, true, false, true]);
    expect([rest.size, rest.values().length]).toEqual([2_002, 2_002]);
  });
});
