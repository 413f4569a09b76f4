import type { ToolDefinition, ToolRun } from '@assay/analysis';
import { outcomeOf, withBudget } from './tool-outcomes';

const tool = { id: 'slow', rules: { rule: {} } } as unknown as ToolDefinition;
const run: ToolRun = {
  tool: 'slow',
  outcome: { status: 'failed', reason: 'timed out after 5 ms', timedOut: true },
  findings: [{ rule: 'rule', message: 'one' }],
  findingsCount: 4,
  truncated: true,
  notKept: { critical: 0, high: 0, medium: 0, low: 3, info: 0 },
  filesChecked: 0,
  unreadable: [],
  unreadableCount: 0,
  duration: 5,
};

describe('the outcome of a tool', () => {
  it('that ran out of time counts what it had found, and says that this is not all', () =>
    expect(outcomeOf(tool, run, [], 1)).toMatchObject({
      status: 'failed',
      reason: 'timed-out',
      findingsCount: 4,
      result: { partial: true, truncated: true, notKept: { low: 3 } },
    }));

  it('that ran out of time and had found nothing is of no part', () => {
    const nothing = outcomeOf(tool, { ...run, findings: [], findingsCount: 0, truncated: false }, [], 0);
    expect(nothing).toMatchObject({ status: 'failed', findingsCount: 0 });
    expect(nothing).not.toHaveProperty('result.partial');
    expect(nothing).not.toHaveProperty('result.notKept');
  });

  it('that had no time left says that the budget of all tools is used up', () => {
    const messageIn = (timeout: number, decisions?: { readonly mostSeconds: number }) =>
      withBudget({ timeout, ...(decisions && { decisions }) }, outcomeOf(tool, run, [], 0));
    expect(messageIn(300_000, { mostSeconds: 60 })).toMatchObject({
      message: 'did not end: the budget of 60 s for all tools is used up',
    });
    expect(messageIn(300_000)).toMatchObject({ message: 'timed out after 5 ms' });
    expect(messageIn(5, { mostSeconds: 60 })).toMatchObject({ message: 'timed out after 5 ms' });
  });

  it('that completed is whole', () =>
    expect(outcomeOf(tool, { ...run, outcome: { status: 'completed' } }, [], 1)).not.toHaveProperty('result.partial'));
});
