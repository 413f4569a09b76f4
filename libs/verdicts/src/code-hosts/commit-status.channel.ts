import { load } from '@assay/event-store';
import { type Channel, ListDeliveries, type OutgoingMessage } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';
import type { QueryBus } from '@nestjs/cqrs';
import type { CommitStatus } from '../domain/commit-status';
import { recordedVerdict } from '../domain/recorded-verdict';
import { verdictStream } from '../domain/verdict-events';
import { type HostAccess, openHostApi, outcomeIn, skip } from './host-api';
import { statusRequest } from './status-request';

export const COMMIT_STATUS = 'commit-status';

type Options = HostAccess & {
  readonly shared: Pick<SharedReports, 'addressOf'>;
  readonly queries: Pick<QueryBus, 'execute'>;
};

/** Tells code hosts the statuses of commits, with the organization's access token. */
export const commitStatusChannel = ({ shared, queries, ...access }: Options): Channel => ({
  kind: COMMIT_STATUS,
  deliver(message: OutgoingMessage, signal: AbortSignal) {
    const { organizationId, content, requestedAt } = message;
    const status = content as CommitStatus;
    const { host, state, sessionId, scanId } = status;
    return outcomeIn(host, async () => {
      const { state: verdict } = await load(access.stores.events, verdictStream(sessionId), recordedVerdict);
      if (state === 'pending' && verdict.given) return skip('the verdict was given meanwhile');
      if (await isOutdated(message, queries)) return skip('a newer status of the commit was told meanwhile');
      const api = await openHostApi(access, { host, organizationId, what: 'status', signal });
      // Made here: whoever has a link may read the report, and the outbox shows what it holds.
      const link = scanId === undefined ? null : await shared.addressOf({ organizationId, scanId }, requestedAt);
      const answer = await api.call(statusRequest({ ...status, link }));
      return { kind: 'delivered', detail: answer.status < 300 ? `answered ${answer.status}` : 'known already' };
    });
  },
});

/** While a status waited for the host, another scan of the commit may have been told, whose status would be gone. */
async function isOutdated(
  { organizationId, destination, requestedAt }: OutgoingMessage,
  queries: Pick<QueryBus, 'execute'>,
): Promise<boolean> {
  const told = { organizationId, channel: COMMIT_STATUS, destination, status: 'delivered' } as const;
  const { deliveries } = await queries.execute(new ListDeliveries({ ...told, limit: 1, offset: 0 }));
  return deliveries.some((newest) => newest.requestedAt > requestedAt);
}
