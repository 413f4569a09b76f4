import fc from 'fast-check';
import { encoded, rawOf, settingsOf } from './stream-settings';

const settings = fc.record({
  metadata: fc.record({ truncateBefore: fc.nat() }, { requiredKeys: [] }),
  deletedBefore: fc.nat(),
});

describe("a stream's settings", () => {
  it('come back from what the server keeps as they were given', () => {
    fc.assert(
      fc.property(
        settings,
        fc.constantFrom({}, { $maxCount: 7, $tb: 3 }, { $tb: 9, assayDeletedBefore: 9, assayTruncateBefore: 2 }),
        (given, before) => {
          expect(settingsOf(JSON.parse(encoded(rawOf(before, given))))).toEqual(given);
        },
      ),
    );
  });

  it('hide on the server what was deleted and what was truncated', () => {
    expect(rawOf({}, { metadata: { truncateBefore: 3 }, deletedBefore: 5 })).toMatchObject({ $tb: 5 });
    expect(rawOf({}, { metadata: { truncateBefore: 8 }, deletedBefore: 5 })).toMatchObject({ $tb: 8 });
  });

  it('leave alone what somebody else set', () => {
    expect(
      rawOf({ $acl: { $r: 'readers' }, $maxCount: 5, $tb: 1 }, { metadata: { truncateBefore: 2 }, deletedBefore: 0 }),
    ).toEqual({ $acl: { $r: 'readers' }, $maxCount: 5, $tb: 2 });
  });

  it("know the server's own delete, and write it back as the server does", () => {
    const raw = JSON.parse('{"$tb":9223372036854775807}') as Record<string, unknown>;
    const read = settingsOf(raw);
    expect(read.metadata).toEqual({});
    expect(read.deletedBefore).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    expect(encoded(rawOf(raw, { ...read, metadata: { truncateBefore: 4 } }))).toContain('"$tb":9223372036854775807');
    expect(settingsOf(JSON.parse(encoded(rawOf(raw, { ...read, metadata: { truncateBefore: 4 } }))))).toEqual({
      ...read,
      metadata: { truncateBefore: 4 },
    });
  });
});
