import type { GroupMember } from '../domain/merging';
import type { RecordedTrace } from '../domain/trace';
import type { FindingGroupDocument } from './documents';
import { traceIn } from './finding-view';

const way = (length: number, leftOut?: number): RecordedTrace => ({
  steps: [
    ...Array.from({ length }, (_, index) => ({ kind: 'source' as const, file: 'a.js', line: index + 1, text: 'x' })),
    { kind: 'sink', file: 'a.js', line: 9, text: 'x', ...(leftOut !== undefined && { leftOut }) },
  ],
});
const traced = (own: RecordedTrace | undefined, ...others: (RecordedTrace | undefined)[]) => {
  const members = [own, ...others].map((trace, index) => ({ id: `fnd_${index}`, ...(trace && { trace }) }));
  return traceIn({ members } as unknown as FindingGroupDocument, members[0] as unknown as GroupMember);
};

describe('the trace of a merged finding', () => {
  it('is its own, where it has one', () => expect(traced(way(5, 7), way(1))).toEqual(way(5, 7)));

  it('is the one that lacks the fewest steps, and of these the shortest, where only others have some', () =>
    expect(traced(undefined, way(1, 3), undefined, way(4), way(2), way(3))).toEqual(way(2)));

  it('is none where no tool followed it', () => expect(traced(undefined, undefined)).toBeNull());
});
