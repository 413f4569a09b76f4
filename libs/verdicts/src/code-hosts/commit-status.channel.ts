import { load } from '@assay/event-store';
import type { Channel, OutgoingMessage } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';
import type { CommitStatus } from '../domain/commit-status';
import { recordedVerdict } from '../domain/recorded-verdict';
import { verdictStream } from '../domain/verdict-events';
import { type HostAccess, openHostApi, outcomeIn, skip } from './host-api';
import { statusRequest } from './status-request';

export const COMMIT_STATUS = 'commit-status';

/** Tells code hosts the statuses of commits, with the organization's access token. */
export const commitStatusChannel = ({
  shared,
  ...access
}: HostAccess & { readonly shared: Pick<SharedReports, 'addressOf'> }): Channel => ({
  kind: COMMIT_STATUS,
  deliver({ organizationId, content, requestedAt }: OutgoingMessage, signal: AbortSignal) {
    const status = content as CommitStatus;
    const { host, state, sessionId, scanId } = status;
    return outcomeIn(host, async () => {
      const { state: verdict } = await load(access.stores.events, verdictStream(sessionId), recordedVerdict);
      if (state === 'pending' && verdict.given) return skip('the verdict was given meanwhile');
      const api = await openHostApi(access, { host, organizationId, what: 'status', signal });
      // Made here: whoever has a link may read the report, and the outbox shows what it holds.
      const link = scanId === undefined ? null : await shared.addressOf({ organizationId, scanId }, requestedAt);
      const answer = await api.call(statusRequest({ ...status, link }));
      return { kind: 'delivered', detail: answer.status < 300 ? `answered ${answer.status}` : 'known already' };
    });
  },
});
