import { ListCommitFirings } from '@assay/automations';
import { load } from '@assay/event-store';
import { type Channel, type DeliveryOutcome, ListDeliveries, type OutgoingMessage } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';
import type { QueryBus } from '@nestjs/cqrs';
import { type CommitStanding, standingOf } from '../domain/commit-standing';
import type { CommitStatus } from '../domain/commit-status';
import { recordedVerdict } from '../domain/recorded-verdict';
import { verdictStream } from '../domain/verdict-events';
import { type HostAccess, idIn, openHostApi, outcomeIn, skip } from './host-api';
import { statusRequest } from './status-request';
import type { VerdictSources } from './told-verdict';

export const COMMIT_STATUS = 'commit-status';

/** How often a status is sent again because it changed while it was being sent. */
const MOST_TOLD = 5;

type Options = HostAccess & Omit<VerdictSources, 'events'> & { readonly shared: Pick<SharedReports, 'addressOf'> };

/** Sends statuses of commits to code hosts, with the organization's access token. */
export const commitStatusChannel = (options: Options): Channel => ({
  kind: COMMIT_STATUS,
  deliver(message: OutgoingMessage, signal: AbortSignal) {
    const { organizationId, content, requestedAt } = message;
    const { queries, shared, stores } = options;
    const status = content as CommitStatus;
    const { host, state, sessionId } = status;
    return outcomeIn(host, async () => {
      const { state: verdict } = await load(stores.events, verdictStream(sessionId), recordedVerdict);
      if (state === 'pending' && verdict.given) return skip('the verdict was given meanwhile');
      if (await isOutdated(message, queries)) return skip('a newer status of the commit was told meanwhile');
      const api = await openHostApi(options, { host, organizationId, what: 'status', signal });
      let said = await standing(status, options);
      for (let told = 0; told < MOST_TOLD; told += 1) {
        const { scanId } = said;
        // The link is made here and not stored: the outbox shows its contents, and anybody with the link can read the
        // report.
        const link = scanId === undefined ? null : await shared.addressOf({ organizationId, scanId }, requestedAt);
        const answer = await api.call(statusRequest({ ...status, ...said, link }));
        // A status with a too long answer was accepted nevertheless, and the next answer would be as long.
        if (answer.status === 201 && answer.isWhole) idIn(answer);
        // Another process may have sent a newer status just before this request.
        const after = await standing(status, options);
        if (isSame(said, after)) return deliveredAs(answer.status);
        said = after;
      }
      return { kind: 'retry', reason: 'the status of the commit changed again and again while it was told' };
    });
  },
});

const deliveredAs = (status: number): DeliveryOutcome => ({
  kind: 'delivered',
  detail: status < 300 ? `answered ${status}` : 'known already',
});

/** The present content of the automation's status for this commit. */
async function standing(status: CommitStatus, { queries, caughtUp }: Options): Promise<CommitStanding> {
  const { automation, sha, state, description, scanId } = status;
  if (!automation) return { state, description, scanId };
  await caughtUp();
  const { automationId } = automation;
  const firings = await queries.execute(new ListCommitFirings({ automationId, commitSha: sha }));
  return standingOf(status, firings);
}

const isSame = (one: CommitStanding, other: CommitStanding): boolean =>
  one.state === other.state && one.description === other.description && one.scanId === other.scanId;

/** Whether another scan of the commit was reported while this status waited for the host; its status would be lost. */
async function isOutdated(
  { organizationId, destination, requestedAt }: OutgoingMessage,
  queries: Pick<QueryBus, 'execute'>,
): Promise<boolean> {
  const told = { organizationId, channel: COMMIT_STATUS, destination, status: 'delivered' } as const;
  const { deliveries } = await queries.execute(new ListDeliveries({ ...told, limit: 1, offset: 0 }));
  return deliveries.some((newest) => newest.requestedAt > requestedAt);
}
