import type { AutomationFiringDeleted, AutomationTriggered, Firings } from '@assay/automations';
import { type EventStore, type RecordedEvent, load } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { Outbox } from '@assay/notifications';
import type { Reactor } from '@assay/read-models';
import { type ScanCanceled, type ScanStarted, sessionStream, startOf } from '@assay/scanning';
import { COMMIT_STATUS } from '../code-hosts/commit-status.channel';
import { GIVEN_UP, PENDING, SUPERSEDED } from '../domain/commit-standing';
import { COMMON_NAME, type CommitStatus, descriptionOf, stateOf } from '../domain/commit-status';
import { recordedVerdict } from '../domain/recorded-verdict';
import { type VerdictGiven, verdictStream } from '../domain/verdict-events';
import { commitOf, isTooLate } from './told-commit';

type Told = ScanStarted | ScanCanceled | VerdictGiven | AutomationFiringDeleted;

interface Telling {
  readonly events: EventStore;
  readonly firings: Pick<Firings, 'load'>;
  readonly outbox: Pick<Outbox, 'tell'>;
  readonly clock: Clock;
}

/** Has code hosts show the scan of a commit that they told of: pending from its start, and its verdict. */
export function tellCommitStatus({ events, firings, outbox, clock }: Telling): Reactor<Told> {
  const tell = async (event: RecordedEvent<Told>, { scan, said, fired }: ToldScan) => {
    const commit = commitOf(fired.trigger);
    if (!commit) return;
    const { organizationId, sessionId, scanId } = scan;
    const { statusName, automationId } = fired;
    const automation = statusName !== undefined && { automation: { automationId, statusName } };
    const content: CommitStatus = { ...commit, ...said, sessionId, scanId, ...automation };
    await outbox.tell({
      organizationId,
      channel: COMMIT_STATUS,
      destination: `${commit.host} ${commit.sha} ${statusName ?? COMMON_NAME} ${commit.repository}`.slice(0, 200),
      topic: event.type === 'VerdictGiven' ? 'verdict.given' : 'scan.status',
      cause: { eventId: event.id, type: event.type, stream: event.stream, revision: event.revision },
      content,
    });
  };
  return {
    name: 'tell-commit-status',
    handles: { ScanStarted: true, ScanCanceled: true, VerdictGiven: true, AutomationFiringDeleted: true },
    async react(event) {
      if (isTooLate(event.data.at, clock)) return;
      if (event.type === 'AutomationFiringDeleted') {
        const { organizationId, automationId, scanned } = event.data;
        if (!scanned || isTooLate(scanned.firedAt, clock)) return;
        const { sessionId } = scanned;
        // A session that begins later finds its firing gone, and gets no status.
        const scanId = scanned.scanId ?? (await startOf(sessionStream(sessionId), events))?.scanId;
        const { state: verdict } = await load(events, verdictStream(sessionId), recordedVerdict);
        // Anybody who reads the commit would wait for good: nobody judges the scan of a firing that is gone.
        if (scanId !== undefined && !verdict.given && !verdict.deleted)
          await tell(event, {
            scan: { organizationId, sessionId, scanId },
            said: GIVEN_UP,
            fired: { automationId, ...scanned },
          });
        return;
      }
      const scan = await scanOf(event, events);
      if (!scan) return;
      const { triggered: fired, supersededBy } = (await firings.load(scan.historyId)).state;
      const said = whatIsSaid(event, supersededBy !== undefined);
      if (fired && said) await tell(event, { scan, said, fired });
    },
  };
}

interface ToldScan {
  readonly scan: { readonly organizationId: string; readonly sessionId: string; readonly scanId: string };
  readonly said: Pick<CommitStatus, 'state' | 'description'>;
  readonly fired: Pick<AutomationTriggered['data'], 'automationId' | 'statusName'> & {
    readonly trigger: Parameters<typeof commitOf>[0];
  };
}

type OfScan = Exclude<Told, AutomationFiringDeleted>;

async function scanOf(event: RecordedEvent<OfScan>, events: EventStore) {
  if (event.type === 'VerdictGiven') return event.data;
  const started = event.type === 'ScanStarted' ? event.data : await startOf(event.stream, events);
  if (started?.automation === undefined) return undefined;
  const { organizationId, scanId, automation } = started;
  const sessionId = event.stream.slice(sessionStream('').length);
  return { organizationId, sessionId, scanId, historyId: automation.historyId };
}

/** A scan that was canceled for another reason has a verdict. */
function whatIsSaid(
  event: RecordedEvent<OfScan>,
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
