import { Worker, bundleWorkflowCode } from '@temporalio/worker';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@assay/kernel';
import { installRuntime } from '../../libs/orchestration/src/temporal/runtime';
import { scenarios } from './scenarios';

const FOLDER = join(__dirname, 'histories');
const WORKFLOWS = join(__dirname, '../../workflows');
const BUNDLE_PATIENCE = 120_000;

interface History {
  events: { eventType: string; activityTaskScheduledEventAttributes?: { activityType: { name: string } } }[];
}

const histories = readdirSync(FOLDER).map((file) => file.slice(0, -'.json'.length));
const read = (name: string): History => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as History;

describe('the session workflow', () => {
  let workflowBundle: { code: string };
  beforeAll(async () => {
    installRuntime(silentLog);
    const quiet = {
      log: jest.fn(),
      trace: jest.fn(),
      debug: jest.fn(),
      info: jest.fn(),
      warn: jest.fn(),
      error: jest.fn(),
    };
    workflowBundle = await bundleWorkflowCode({
      workflowsPath: join(WORKFLOWS, 'session.workflow.ts'),
      workflowInterceptorModules: [join(WORKFLOWS, 'trace-context.interceptors.ts')],
      logger: quiet,
    });
  }, BUNDLE_PATIENCE);

  const replay = (history: History) => Worker.runReplayHistory({ workflowBundle }, history);

  it('has a history of each scenario', () => expect(histories.sort()).toEqual(Object.keys(scenarios).sort()));

  it.each(histories)('does today what it did when "%s" was recorded', (name) => replay(read(name)));

  it('would be caught doing something else', async () => {
    const history = read('completed');
    const settled = history.events.find(
      ({ activityTaskScheduledEventAttributes }) =>
        activityTaskScheduledEventAttributes?.activityType.name === 'settle',
    )!;
    settled.activityTaskScheduledEventAttributes!.activityType.name = 'forget';
    await expect(replay(history)).rejects.toThrow(/nondeterminism|forget/i);
  });
});
