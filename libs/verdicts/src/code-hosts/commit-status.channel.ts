import { type EventStore, load } from '@assay/event-store';
import { type CredentialStores, loadCredential } from '@assay/integrations';
import type { Clock } from '@assay/kernel';
import type { Channel, DeliveryOutcome, OutgoingMessage } from '@assay/notifications';
import type { TargetSources } from '@assay/scanning';
import { TargetNotAllowed, guardedFetch } from '@assay/targets';
import type { CommitStatus } from '../domain/commit-status';
import { recordedVerdict } from '../domain/recorded-verdict';
import { verdictStream } from '../domain/verdict-events';
import { outcomeOf } from './status-answer';
import { statusRequest } from './status-request';

export const COMMIT_STATUS = 'commit-status';

/** Of an answer as much is read as says why a status is refused. */
const LIMITS = { bytes: 65_536, redirects: 0, time: 15_000 };

/** Tells code hosts the statuses of commits, with the organization's access token. */
export const commitStatusChannel = ({
  sources: { guard, addresses },
  stores,
  clock,
}: {
  readonly sources: Pick<TargetSources, 'guard' | 'addresses'>;
  readonly stores: CredentialStores & { readonly events: EventStore };
  readonly clock: Clock;
}): Channel => ({
  kind: COMMIT_STATUS,
  async deliver({ organizationId, content }: OutgoingMessage, signal: AbortSignal): Promise<DeliveryOutcome> {
    const status = content as CommitStatus;
    const { host, state, sessionId } = status;
    const base = addresses[host];
    if (base === undefined) return { kind: 'skipped', reason: `this service has no address of ${host}` };
    const { state: verdict } = await load(stores.events, verdictStream(sessionId), recordedVerdict);
    if (state === 'pending' && verdict.given) return { kind: 'skipped', reason: 'the verdict was given meanwhile' };
    const credential = { organizationId, integration: host, credential: 'accessToken' } as const;
    const token = await loadCredential(stores, credential);
    if (token === undefined)
      return { kind: 'skipped', reason: `no access token is set (POST /api/settings/integrations/${host})` };
    const request = statusRequest(status, base, token);
    try {
      const answer = await guardedFetch({ ...request, method: 'POST', guard, limits: LIMITS, signal });
      const parts: Buffer[] = [];
      for await (const part of answer.body) parts.push(part);
      return outcomeOf(answer.status, answer.headers, Buffer.concat(parts).toString(), clock.now().getTime());
    } catch (error) {
      if (!(error instanceof TargetNotAllowed)) throw error;
      return {
        kind: 'failed',
        reason: `this service may not contact ${host}: ASSAY_ALLOWED_TARGETS names what it may`,
      };
    }
  },
});
