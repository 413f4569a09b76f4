import type { AiReportEvent } from './ai-report-events';
import { model, remove } from './scan-reports';

const at = '2026-11-01T10:00:00.000Z';
const of = { organizationId: 'org_1', projectId: 'prj_1', scanId: 'scn_1', feature: 'issue_explanations' } as const;

function delivered(reportId: string, findingIds: readonly string[]): AiReportEvent[] {
  const texts = findingIds.map((findingId) => ({ findingId, basis: 'b', sentences: ['It is so.'] }));
  return [
    { type: 'IssueHelpRequested', data: { ...of, at, reportId, findingIds, requestedBy: 'key_1' } },
    { type: 'IssueHelpDelivered', data: { ...of, at, reportId, texts, missing: [] } },
  ];
}

const folded = (events: readonly AiReportEvent[]) => events.reduce(model.evolve, model.initial);

describe('removing the reports of a scan', () => {
  it('names every finding whose help goes, in events that stay small, and then nothing', () => {
    const findingIds = Array.from({ length: 11_000 }, (_, n) => `fnd_${n}`);
    let state = folded(delivered('air_1', findingIds));
    const named: string[] = [];
    const sizes: number[] = [];
    for (;;) {
      const removed = remove({ at, scanId: 'scn_1' }, state);
      if (removed.length === 0) break;
      state = removed.reduce(model.evolve, state);
      expect(state.deleted).toBe(true);
      for (const { data } of removed)
        if ('findingIds' in data) {
          sizes.push(data.findingIds!.length);
          named.push(...data.findingIds!);
        }
    }
    expect(named).toEqual(findingIds);
    expect(sizes).toEqual([5_000, 5_000, 1_000]);
  });

  it('removes once what nobody was helped with', () => {
    const state = folded(remove({ at, scanId: 'scn_1' }, model.initial));
    expect(state.deleted).toBe(true);
    expect(remove({ at, scanId: 'scn_1' }, state)).toEqual([]);
  });

  it('goes on with the help that a release without names of findings left', () => {
    const state = folded([
      ...delivered('air_1', ['fnd_1']),
      { type: 'AiReportsDeleted', data: { at, scanId: 'scn_1' } },
    ]);
    expect(remove({ at, scanId: 'scn_1' }, state)).toEqual([
      { type: 'AiReportsDeleted', data: { at, scanId: 'scn_1', findingIds: ['fnd_1'] } },
    ]);
  });
});
