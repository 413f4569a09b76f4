import type { Firings } from '@assay/automations';
import type { EventStore, RecordedEvent } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { Outbox } from '@assay/notifications';
import type { Reactor } from '@assay/read-models';
import { type ScanCanceled, type ScanStarted, sessionStream, startOf } from '@assay/scanning';
import { COMMIT_STATUS } from '../code-hosts/commit-status.channel';
import { PENDING, SUPERSEDED } from '../domain/commit-standing';
import { COMMON_NAME, type CommitStatus, descriptionOf, stateOf } from '../domain/commit-status';
import type { VerdictGiven } from '../domain/verdict-events';
import { commitOf } from './told-commit';

type Told = ScanStarted | ScanCanceled | VerdictGiven;

interface Telling {
  readonly events: EventStore;
  readonly firings: Pick<Firings, 'load'>;
  readonly outbox: Pick<Outbox, 'tell'>;
  readonly clock: Clock;
}

/** Milliseconds. Nobody waits for what is older: the reactor's checkpoint is lost, and everything comes again. */
const TOO_LATE = 3 * 24 * 3_600_000;

/** Has code hosts show the scan of a commit that they told of: pending from its start, and its verdict. */
export const tellCommitStatus = ({ events, firings, outbox, clock }: Telling): Reactor<Told> => ({
  name: 'tell-commit-status',
  handles: { ScanStarted: true, ScanCanceled: true, VerdictGiven: true },
  async react(event) {
    if (clock.now().getTime() - Date.parse(event.data.at) > TOO_LATE) return;
    const scan = await scanOf(event, events);
    if (!scan) return;
    const { organizationId, sessionId, scanId, historyId } = scan;
    const { triggered, supersededBy } = (await firings.load(historyId)).state;
    const commit = triggered && commitOf(triggered.trigger);
    const said = whatIsSaid(event, supersededBy !== undefined);
    if (!commit || !said) return;
    const { statusName, automationId } = triggered;
    const automation = statusName === undefined ? {} : { automation: { automationId, statusName } };
    const content: CommitStatus = { ...commit, ...said, sessionId, scanId, ...automation };
    await outbox.tell({
      organizationId,
      channel: COMMIT_STATUS,
      destination: `${commit.host} ${commit.sha} ${statusName ?? COMMON_NAME} ${commit.repository}`.slice(0, 200),
      topic: event.type === 'VerdictGiven' ? 'verdict.given' : 'scan.status',
      cause: { eventId: event.id, type: event.type, stream: event.stream, revision: event.revision },
      content,
    });
  },
});

async function scanOf(event: RecordedEvent<Told>, events: EventStore) {
  if (event.type === 'VerdictGiven') return event.data;
  const started = event.type === 'ScanStarted' ? event.data : await startOf(event.stream, events);
  if (started?.automation === undefined) return undefined;
  const { organizationId, scanId, automation } = started;
  const sessionId = event.stream.slice(sessionStream('').length);
  return { organizationId, sessionId, scanId, historyId: automation.historyId };
}

/** A scan that was canceled for another reason has a verdict. */
function whatIsSaid(
  event: RecordedEvent<Told>,
  isSuperseded: boolean,
): Pick<CommitStatus, 'state' | 'description'> | undefined {
  if (event.type === 'ScanStarted') return PENDING;
  if (event.type === 'ScanCanceled') return isSuperseded ? SUPERSEDED : undefined;
  const { verdict, reason, conditions } = event.data;
  return {
    state: stateOf({ verdict, failOn: conditions.failOn }),
    description: descriptionOf(`${verdict}: ${reason}`),
  };
}
