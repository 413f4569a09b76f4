import type { EventStore } from '@assay/event-store';
import { findingGroupDocuments, findingMemberDocuments } from '@assay/findings';
import { apiKeyDocuments } from '@assay/identity';
import { type RefusalCode, RefusedError } from '@assay/kernel';
import type { BusInterceptor } from '@assay/platform';
import type { FollowedReadModels, ReadModel } from '@assay/read-models';
import { projectDocuments } from '@assay/projects';
import { scanDocuments, sessionDocuments } from '@assay/scanning';

/** Which read models say that something is not there. */
const SAID_BY: Readonly<Partial<Record<RefusalCode, readonly ReadModel[]>>> = {
  INVALID_API_KEY: [apiKeyDocuments],
  API_KEY_NOT_FOUND: [apiKeyDocuments],
  PROJECT_NOT_FOUND: [projectDocuments],
  SESSION_NOT_FOUND: [sessionDocuments],
  SCAN_NOT_FOUND: [scanDocuments, sessionDocuments],
  REPORT_NOT_FOUND: [scanDocuments],
  FINDING_NOT_FOUND: [findingGroupDocuments, findingMemberDocuments],
};

/** Milliseconds; a read model that is further behind than this is away, and the answer is a 503. */
const PATIENCE = 2_000;

/**
 * The interceptor that believes "not found" only of a read model that is as far as the log. Where another process
 * projects and is behind, or away, a session that was started a moment ago would be "not found" and a new key invalid:
 * so a refusal for absence is checked by asking again, behind everything that the log held at the first time.
 *
 * A refusal has changed nothing, so that asking again is harmless; what is found costs nothing.
 */
export const consistencyCheck =
  (
    { events, readModels }: { events: Pick<EventStore, 'head'>; readModels: Pick<FollowedReadModels, 'waitFor'> },
    patience = PATIENCE,
  ): BusInterceptor =>
  async (_, next) => {
    try {
      return await next();
    } catch (error) {
      const saidBy = error instanceof RefusedError ? SAID_BY[error.refusal.code] : undefined;
      if (!saidBy) throw error;
      await readModels.waitFor(await events.head(), { readModels: saidBy, timeoutMs: patience });
      return next();
    }
  };
