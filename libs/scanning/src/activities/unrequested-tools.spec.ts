import { type ToolDefinition, catalogue } from '@assay/analysis';
import type { OpenSession } from './session-log';
import { mayBeNeededElsewhere } from './unrequested-tools';

const toolOf = (id: string): ToolDefinition => catalogue.find((tool) => tool.id === id)!;
const [css, python] = [toolOf('css-errors'), toolOf('py-security')];
const history = catalogue.find(({ reads }) => reads === 'history')!;

/** The suppressions in a session of these tools that other tools may need. */
const needed = (planned: readonly ToolDefinition[], all: readonly ToolDefinition[]) => {
  const started = { tools: planned.map(({ id }) => ({ id })), target: { kind: 'directory', directory: '/a' } };
  const isNeeded = mayBeNeededElsewhere({ started } as unknown as OpenSession, { tools: all });
  return ['*', 'css-errors', 'py-security', 'py-security/S105', 'S105', 'nobody'].filter(isNeeded);
};

describe('suppressions that tools may need which a session was not asked for', () => {
  it('are those that name such a tool or a rule of it, and those that name everything', () =>
    expect(needed([css], [css, python])).toEqual(['*', 'py-security', 'py-security/S105', 'S105']));

  it('are none where all were asked that look at the source', () =>
    expect(needed([css, python], [css, python, history])).toEqual([]));
});
