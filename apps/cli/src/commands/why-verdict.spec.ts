import { openSqliteEventStore } from '@assay/event-store';
import { findingsStream } from '@assay/findings';
import { type VerdictGiven, verdictStream } from '@assay/verdicts';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finding, recorded } from '../../../../libs/findings/test/recorded';
import { completed, failed, planned, prepared, settling } from '../../../../libs/scanning/test/session-stream';
import { openCommandLine } from '../../../../test/support/command-line';
import { projectStore } from '../../../../test/support/project-store';

const AT = '2026-11-01T10:00:00.000Z';
const IDS = Array.from({ length: 250 }, (_, number) => `fnd_${String(number).padStart(3, '0')}`);
const DIGEST = `sha256:${createHash('sha256')
  .update(IDS.map((id) => `${id}\n`).join(''))
  .digest('hex')}`;

const verdictOn = (sessionId: string, scanId: string): VerdictGiven['data'] => ({
  ...{ sessionId, scanId, organizationId: 'org_1', projectId: null, automationId: 'aut_1', historyId: 'run_1' },
  verdict: 'fail',
  reason: '250 new findings of severity high or above',
  notes: ['no tool knows terraform'],
  conditions: {
    ...{ failOn: 'high', branch: 'change', commit: 'c'.repeat(40), targetBranch: 'main' },
    baseline: { scanId: 'scn_0', at: AT, commit: 'b'.repeat(40) },
    mergeBase: { commit: 'b'.repeat(40), isCompared: true },
  },
  counts: {
    new: { critical: 0, high: 250, medium: 0, low: 0, info: 0 },
    ...{ decided: 0, gone: 2, unchanged: 14, notObserved: 0 },
  },
  newFindings: { ids: IDS.slice(0, 100), total: 250, failing: 250, digest: DIGEST },
  missingTools: [{ tool: 'b', reason: 'broke' }],
  at: AT,
});

describe('assay why, about a verdict', () => {
  const line = openCommandLine();
  const data = join(line.folder, 'data');
  beforeAll(async () => {
    mkdirSync(data);
    const events = await openSqliteEventStore({ file: join(data, 'events.db') });
    for (const [number, named] of [
      [1, [IDS.slice(0, 200), IDS.slice(200)]],
      // A part is lost.
      [2, [IDS.slice(0, 200)]],
      [3, undefined],
    ] as const) {
      const [sessionId, scanId] = [`ses_${number}`, `scn_${number}`];
      await events.append(`session-${sessionId}`, [
        { type: 'ScanStarted', data: { ...planned, sessionId, scanId, at: AT } },
        ...[prepared, completed('a', 2), failed('b', 3), settling(4)],
      ]);
      if (!named) continue;
      await events.append(verdictStream(sessionId), [
        ...named.map((ids, part) => ({
          type: 'NewFindingsNamed',
          data: { sessionId, scanId, digest: DIGEST, part, ids },
        })),
        { type: 'VerdictGiven', data: verdictOn(sessionId, scanId) },
      ]);
    }
    const found = IDS.slice(0, 20).map((id) => finding(id, { severity: 'high' }));
    await events.append(findingsStream('ses_1'), [recorded('a', ...found)]);
    await projectStore(join(data, 'read-models.db'), events);
    await events.close();
  }, 60_000);
  afterAll(() => line.remove());

  it('tells the reason, the conditions, what is new with its places, and the events that it rests on', async () => {
    const { status, output, errors } = await line.quickly('why', 'verdict', 'scn_1');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain('fail: 250 new findings of severity high or above\n');
    expect(output).toContain(`compared with  scn_0 of main, ${AT}, commit ${'b'.repeat(40)}\n`);
    expect(output).toContain(`their digest   ${DIGEST}, checked\n`);
    expect(output).toContain('  high  src/a.js:3  eval is called (a, fnd_000)\n');
    expect(output.match(/\(a, fnd_\d+\)/g)).toHaveLength(20);
    expect(output).toContain('  and 230 more\n');
    expect(output).toMatch(/Events\n {2}\d+ {2}ScanStarted {2}3 tools planned\n {2}\d+ {2}ToolFailed {2}b: broke\n/);
    expect(output).toMatch(new RegExp(`NewFindingsNamed {2}200 findings, ${DIGEST}\n.*NewFindingsNamed {2}50 `, 's'));
  });

  it('has all ids, where they are asked for', async () => {
    const { output } = await line.quickly('why', 'verdict', 'scn_1', '--all');
    expect(output.match(/fnd_\d+/g)).toEqual(IDS);
    const json = JSON.parse((await line.quickly('why', 'verdict', 'scn_1', '--json')).output);
    expect(json).toMatchObject({ verdict: 'fail', newFindings: { ids: IDS, total: 250, agrees: true } });
    expect(json.findings).toHaveLength(20);
  });

  it('fails where the ids are not those of the verdict', async () => {
    const { status, output, errors } = await line.quickly('why', 'verdict', 'scn_2');
    expect(status).not.toBe(0);
    expect(output).toContain(`${DIGEST}, DOES NOT AGREE`);
    expect(errors).toContain('the ids that are recorded are not those of the verdict: 200 of 250');
  });

  it.each([
    ['scn_3', 'scn_3 has no verdict'],
    ['scn_9', 'there is no scan scn_9 in this store'],
  ])('says of %s that there is none', async (scan, said) =>
    expect(await line.quickly('why', 'verdict', scan)).toMatchObject({
      status: 3,
      errors: expect.stringContaining(said),
    }),
  );
});
