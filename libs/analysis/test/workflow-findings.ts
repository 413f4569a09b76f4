import { workflowSecurityTools } from '../src/catalogue/github-actions';
import type { RawFinding } from '../src/engines/engine';
import { profileOf } from '../src/engines/engine-table';
import { runOn } from './run-on';

/** A workflow of one step, which begins on line 7. */
export const workflowWith = (on: string, step: string) => ({
  '.github/workflows/a.yml': [
    `on: ${on}`,
    'permissions: { contents: write }',
    'jobs:',
    '  a:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    `      - ${step}\n`,
  ].join('\n'),
});

/** The findings in a workflow of one step. */
export async function findings(on: string, step: string): Promise<readonly RawFinding[]> {
  const run = await runOn(profileOf('workflow-security'), workflowSecurityTools, workflowWith(on, step));
  return run.tool('github-actions-security').findings;
}

/** The rules, each with its severity where that is another one than the rule's. */
export async function rulesOf(on: string, ...lines: readonly string[]): Promise<string[]> {
  const found = await findings(on, lines.join('\n        '));
  return found.map(({ rule, severity }) => (severity === undefined ? rule : `${rule} ${severity}`));
}
