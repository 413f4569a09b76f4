import type { Firings } from '@assay/automations';
import type { EventStore, RecordedEvent } from '@assay/event-store';
import type { Outbox } from '@assay/notifications';
import type { Reactor } from '@assay/read-models';
import { type ScanCanceled, type ScanStarted, sessionStream, startOf } from '@assay/scanning';
import { COMMIT_STATUS } from '../code-hosts/commit-status.channel';
import { type CommitStatus, descriptionOf, stateOf } from '../domain/commit-status';
import type { VerdictGiven } from '../domain/verdict-events';
import { commitOf } from './told-commit';

type Told = ScanStarted | ScanCanceled | VerdictGiven;

interface Telling {
  readonly events: EventStore;
  readonly firings: Pick<Firings, 'load'>;
  readonly outbox: Pick<Outbox, 'tell'>;
}

const PENDING = { state: 'pending', description: 'Assay is scanning this commit' } as const;
const SUPERSEDED = { state: 'error', description: 'canceled: a newer event of this branch came' } as const;

/** Has code hosts show the scan of a commit that they told of: pending from its start, and its verdict. */
export const tellCommitStatus = ({ events, firings, outbox }: Telling): Reactor<Told> => ({
  name: 'tell-commit-status',
  handles: { ScanStarted: true, ScanCanceled: true, VerdictGiven: true },
  async react(event) {
    const scan = await scanOf(event, events);
    if (!scan) return;
    const { organizationId, sessionId, scanId, historyId } = scan;
    const { triggered, supersededBy } = (await firings.load(historyId)).state;
    const commit = triggered && commitOf(triggered.trigger);
    const said = whatIsSaid(event, supersededBy !== undefined);
    if (!commit || !said) return;
    const content: CommitStatus = { ...commit, ...said, sessionId, scanId };
    await outbox.tell({
      organizationId,
      channel: COMMIT_STATUS,
      destination: `${commit.host} ${commit.sha} ${commit.repository}`.slice(0, 200),
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
  return { state: stateOf(event.data), description: descriptionOf(event.data) };
}
