import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, refused, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionTarget } from '../domain/session-target';
import { type ReceivedUpload, isThere, upload, uploadStream } from '../domain/upload';
import { definitionOf } from './kinds';
import { OrganizationRoots } from './organization-roots';
import { TARGET_SOURCES, type TargetSources } from './target-sources';

/**
 * Refuses a target that is known to be wrong without contacting anything. Errors that only fetching shows fail the
 * session later.
 */
@Injectable()
export class AdmitTarget {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly roots: OrganizationRoots,
  ) {}

  /**
   * @returns the target in its canonical notation
   * @throws RefusedError VALIDATION_ERROR with the field's name in the scans interface, TARGET_NOT_ALLOWED,
   *   DIRECTORY_NOT_ALLOWED, UPLOAD_NOT_FOUND
   */
  async run(target: SessionTarget, organizationId: string): Promise<SessionTarget> {
    return definitionOf(target).admit(target, {
      sources: this.sources,
      directoryRoots: () => this.roots.of(organizationId),
      received: (uploadId) => this.received(uploadId, organizationId),
    });
  }

  private async received(uploadId: string, organizationId: string): Promise<ReceivedUpload> {
    const { state } = await load(this.events, uploadStream(uploadId), upload);
    if (!isThere(state, organizationId, timestamp(this.clock)))
      return refused('UPLOAD_NOT_FOUND', 'Upload not found: it expired, or was never there. Upload the file again');
    return state;
  }
}
