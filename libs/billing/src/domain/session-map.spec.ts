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
        const earlier: [SessionMap<number>, number][] = [];
        for (const { sessionId, value } of history) {
          earlier.push([map, plain.size]);
          if (value === undefined) plain.delete(sessionId);
          else plain.set(sessionId, value);
          map = value === undefined ? map.without(sessionId) : map.with(sessionId, value);
          expect([map.get(sessionId), map.has(sessionId), map.size]).toEqual([value, value !== undefined, plain.size]);
        }
        expect(map.values().sort()).toEqual([...plain.values()].sort());
        for (const [before, size] of earlier) expect([before.size, before.values().length]).toEqual([size, size]);
      }),
    ));
});
