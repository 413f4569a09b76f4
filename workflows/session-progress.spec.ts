import {
  notBegun,
  withPassBegun,
  withPassBroken,
  withPassEnded,
  withPlan,
  progressTable,
  withEnd,
  withSettling,
  withStagedCopy,
  withStaging,
} from './session-progress';

const eslint = { id: 'eslint', engine: 'eslint', tools: ['eval', 'loops'] };
const ruff = { id: 'ruff', engine: 'ruff', tools: ['python'] };
const running = withPlan(withStagedCopy(withStaging(notBegun), 'assay-worker-1'), [eslint, ruff]);

describe("a session's progress", () => {
  it('has a row for each tool, with what became of it', () => {
    const progress = withPassBegun(
      withPassEnded(running, eslint, {
        outcomes: [
          { tool: 'eval', status: 'completed', findings: 3 },
          { tool: 'loops', status: 'failed', findings: 0 },
        ],
      }),
      ruff,
    );
    expect(progressTable(progress).split('\n')).toEqual([
      '**running**, 2 of 3 tools ended  ',
      'Staged on `assay-worker-1`',
      '',
      '| Tool | Engine | State | Findings |',
      '|---|---|---|---|',
      '| eval | eslint | completed | 3 |',
      '| loops | eslint | failed | 0 |',
      '| python | ruff | running |  |',
    ]);
  });

  it('keeps what has ended when the session is staged again', () => {
    const half = withPassBroken(withPassBegun(withPassEnded(running, ruff, null), eslint), eslint);
    const again = withPlan(withStagedCopy(withStaging(half), 'assay-worker-2'), [eslint]);
    expect(again.tools).toMatchObject({ python: { state: 'done' }, eval: { state: 'waiting' } });
    expect(progressTable(again)).toContain('Staged on `assay-worker-2`, staging 2');
  });

  it('ends with what went back', () =>
    expect(
      withEnd(
        withSettling(running, { canceled: true }),
        { canceled: true },
        { status: 'canceled', refunded: '12.5', toolsRefunded: 3 },
      ),
    ).toMatchObject({ status: 'canceled', refunded: '12.5' }));

  it('ends by how the workflow ended where the settlement reports nothing', () => {
    expect(withEnd(running, { canceled: true }, null).status).toBe('canceled');
    expect(withEnd(running, { canceled: false, failure: { code: 'INTERNAL', message: '' } }, null).status).toBe(
      'failed',
    );
    expect(withEnd(running, { canceled: false }, null).status).toBe('completed');
  });

  it("shows a target's own words as plain text on one line", () => {
    const failed = withSettling(running, {
      canceled: false,
      failure: { code: 'TARGET_UNREADABLE', message: 'no `![x](y)`\n| a |' },
    });
    expect(progressTable(failed)).toContain('Failure: `TARGET_UNREADABLE: no  ![x](y)  a  `');
  });
});
