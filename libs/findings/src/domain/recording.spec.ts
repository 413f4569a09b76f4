import fc from 'fast-check';
import { specification } from '../../../kernel/test/specification';
import type { FindingsEvent, FindingsRecorded, RecordedFinding } from './finding';
import {
  type FindingsRecording,
  beginRecording,
  closeFindings,
  findingsRecording,
  listUnits,
  recordFindings,
  recordedCount,
  records,
} from './recording';
import { unitsListing } from './units';

const at = '2026-11-20T12:00:00.000Z';
const sessionId = 'ses_1';
const finding = (id: string): RecordedFinding => ({
  id,
  fingerprint: id,
  group: id,
  rule: 'rule',
  title: id,
  description: id,
  severity: 'low',
  category: 'quality',
  file: null,
  line: null,
  endLine: null,
  column: null,
  snippet: null,
  suggestion: '',
  cwe: null,
});
const data = (tool: string, ...ids: string[]): FindingsRecorded['data'] => ({
  sessionId,
  scanId: 'scn_1',
  organizationId: 'org_1',
  projectId: null,
  triageScope: 'scope',
  tool,
  at,
  findings: ids.map(finding),
});
const began = (attempt: number, ...tools: string[]): FindingsEvent => ({
  type: 'RecordingBegan',
  data: { sessionId, attempt, tools, at },
});
const recorded = (tool: string, ...ids: string[]): FindingsEvent => ({
  type: 'FindingsRecorded',
  data: data(tool, ...ids),
});
const closed: FindingsEvent = { type: 'FindingsClosed', data: { sessionId, at } };
const deleted: FindingsEvent = { type: 'FindingsDeleted', data: { sessionId, findings: [], groups: [] } };

describe('the recording of findings', () => {
  const recording = specification<FindingsRecording, FindingsEvent>(findingsRecording);

  it('takes what the attempt that began it has found', () =>
    recording
      .given([began(1, 'a')])
      .when((state) => recordFindings(1, data('a', 'f1'), state))
      .then([recorded('a', 'f1')]));

  it('takes each finding once, and of a repeated tool only what is new', () =>
    recording
      .given([began(1, 'a'), recorded('a', 'f1'), began(2, 'a')])
      .when((state) => recordFindings(2, data('a', 'f1', 'f2'), state))
      .then([recorded('a', 'f2')]));

  it('refuses an attempt that a later one has taken over from, and lets that one keep what was recorded', () => {
    recording
      .given([began(1, 'a'), recorded('a', 'f1'), began(2, 'a')])
      .when((state) => recordFindings(1, data('a', 'f2'), state))
      .then([]);
    expect(
      recordedCount(
        [began(1, 'a'), recorded('a', 'f1'), began(2, 'a')].reduce(findingsRecording.evolve, findingsRecording.initial),
        'a',
      ),
    ).toBe(1);
  });

  it('refuses an attempt that never began, and one that begins after a later one', () => {
    recording
      .given([])
      .when((state) => recordFindings(1, data('a', 'f1'), state))
      .then([]);
    recording
      .given([began(2, 'a')])
      .when((state) => beginRecording({ sessionId, attempt: 1, tools: ['a', 'b'], at }, state))
      .then([began(1, 'b')]);
    recording
      .given([began(2, 'a')])
      .when((state) => beginRecording({ sessionId, attempt: 1, tools: ['a'], at }, state))
      .then([]);
  });

  it('goes on from what was recorded before recordings had attempts', () =>
    recording
      .given([recorded('a', 'f1'), began(1, 'a')])
      .when((state) => recordFindings(1, data('a', 'f1', 'f2'), state))
      .then([recorded('a', 'f2')]));

  it.each([
    ['closed', closed],
    ['deleted', deleted],
  ])('takes nothing once it is %s, and is not closed again', (_, over) => {
    recording
      .given([began(1, 'a'), over])
      .when((state) => recordFindings(1, data('a', 'f1'), state))
      .then([]);
    recording
      .given([began(1, 'a'), over])
      .when((state) => beginRecording({ sessionId, attempt: 9, tools: ['a'], at }, state))
      .then([]);
    recording
      .given([began(1, 'a'), over])
      .when((state) => closeFindings({ sessionId, at }, state))
      .then([]);
  });

  describe('of what there was to look at', () => {
    const many = Array.from({ length: 9_000 }, (_, index) => `some/folder/of/a/target/with/a/long/name/${index}.ts`);
    const listing = unitsListing({ units: many, hidden: [], hiddenFolders: [], isWhole: true });
    const chunks = listing.chunks.map((chunk) => ({ type: 'UnitsListed' as const, data: { sessionId, ...chunk, at } }));
    const next = (state: FindingsRecording) => listUnits({ sessionId, attempt: 1, tool: 'a', listing, at }, state);

    it.each(chunks.map((chunk, index) => [index, chunk] as const))(
      'goes on with chunk %i where it is missing',
      (index, chunk) =>
        recording
          .given([began(1, 'a'), ...chunks.slice(0, index)])
          .when(next)
          .then([chunk]),
    );

    it('is over when all of it is there', () =>
      recording
        .given([began(1, 'a'), ...chunks])
        .when(next)
        .then([]));

    it('takes nothing of an attempt that was given up', () =>
      recording
        .given([began(1, 'a'), began(2, 'a')])
        .when(next)
        .then([]));

    it('takes nothing once it is closed', () =>
      recording
        .given([began(1, 'a'), closed])
        .when(next)
        .then([]));
  });

  it('is closed also where nothing was found', () =>
    recording
      .given([])
      .when((state) => closeFindings({ sessionId, at }, state))
      .then([closed]));

  it(
    'has at most one attempt for a tool, holds no finding twice and takes none after its close, whatever is ' +
      'asked in which order',
    () => {
      const asked = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constant('begin' as const),
            attempt: fc.integer({ min: 1, max: 5 }),
            tools: fc.uniqueArray(fc.constantFrom('a', 'b')),
          }),
        },
        {
          weight: 6,
          arbitrary: fc.record({
            kind: fc.constant('record' as const),
            attempt: fc.integer({ min: 1, max: 5 }),
            tool: fc.constantFrom('a', 'b'),
            ids: fc.uniqueArray(fc.constantFrom('f1', 'f2', 'f3')),
          }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
      );
      fc.assert(
        fc.property(fc.array(asked, { maxLength: 30 }), (steps) => {
          const events: FindingsEvent[] = [];
          let state = findingsRecording.initial;
          for (const step of steps) {
            const decided =
              step.kind === 'begin'
                ? beginRecording({ sessionId, at, ...step }, state)
                : step.kind === 'record'
                  ? recordFindings(step.attempt, data(step.tool, ...step.ids.map((id) => `${step.tool}/${id}`)), state)
                  : closeFindings({ sessionId, at }, state);
            events.push(...decided);
            state = decided.reduce(findingsRecording.evolve, state);
            for (const tool of ['a', 'b'])
              expect([1, 2, 3, 4, 5].filter((attempt) => records(state, tool, attempt)).length).toBeLessThanOrEqual(1);
          }
          const ids = events.flatMap((event) =>
            event.type === 'FindingsRecorded' ? event.data.findings.map(({ id }) => id) : [],
          );
          expect(new Set(ids).size).toBe(ids.length);
          expect(events.slice(0, -1).filter(({ type }) => type === 'FindingsClosed')).toEqual([]);
          const attempts = events.flatMap((event) =>
            event.type === 'RecordingBegan' && event.data.tools.includes('a') ? [event.data.attempt] : [],
          );
          expect(attempts).toEqual([...new Set(attempts)].sort());
        }),
      );
    },
  );
});
