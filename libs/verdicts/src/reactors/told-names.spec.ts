import type { AutomationTriggered } from '@assay/automations';
import type { RecordedEvent } from '@assay/event-store';
import type { Telling } from '@assay/notifications';
import { verdictOf } from '../../test/pull-request-world';
import type { VerdictGiven } from '../domain/verdict-events';
import { tellCommitStatus } from './tell-commit-status.reactor';
import { tellPullRequest } from './tell-pull-request.reactor';

const SHA = 'c'.repeat(40);

/** The messages of a verdict of an automation that fired by this. */
async function toldOf(trigger: object, names: object): Promise<Telling[]> {
  const data = verdictOf(1);
  const triggered = {
    automationId: 'aut_1',
    automationName: 'Renamed',
    at: data.at,
    trigger: { repository: 'ada/shop', commitSha: SHA, branch: 'change', ...trigger },
    ...names,
  } as unknown as AutomationTriggered['data'];
  const told: Telling[] = [];
  const parts = {
    firings: { load: async () => ({ state: { triggered } }) as never },
    outbox: { tell: async (telling: Telling) => (told.push(telling), { notificationId: 'n', position: undefined }) },
    events: {} as never,
    clock: { now: () => new Date(data.at) },
  };
  const event = { id: 'e', type: 'VerdictGiven', stream: 'verdict-ses_1', revision: 0, position: 1, data };
  for (const reactor of [tellCommitStatus(parts), tellPullRequest(parts)])
    await reactor.react(event as unknown as RecordedEvent<VerdictGiven> as never);
  return told;
}

const namesIn = (told: readonly Telling[]) =>
  told.map(({ channel, destination, content }) => {
    const { name, automation } = content as { name?: string; automation?: { statusName: string } };
    return [channel, automation?.statusName ?? name, destination];
  });

describe('what a code host is told of a verdict', () => {
  const names = { statusName: 'assay/on-push-1' };

  it.each([
    ['a pull request', { type: 'hosta_pr', pullRequest: 7 }, 'assay/on-push-1 annotations (#7)'],
    ['a branch', { type: 'hosta_push' }, 'assay/on-push-1 annotations (change)'],
  ])("has the automation's own names, also for annotations of %s", async (_, trigger, checkRun) => {
    const told = namesIn(await toldOf(trigger, names)).filter(([channel]) => channel !== 'pull-request-comment');
    expect(told).toEqual([
      ['commit-status', 'assay/on-push-1', `hosta ${SHA} assay/on-push-1 ada/shop`],
      ['check-run', checkRun, expect.stringContaining('ada/shop')],
    ]);
  });

  it('has the name with which an earlier release began', async () =>
    expect(namesIn(await toldOf({ type: 'hosta_push' }, {}))).toEqual([
      ['commit-status', undefined, `hosta ${SHA} assay ada/shop`],
      ['check-run', undefined, `hosta ${SHA} ada/shop`],
    ]));
});
