import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { TIERS, loadOrganization } from '@assay/identity';
import type { TargetLimits } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { TARGET_SOURCES, type TargetSources } from './target-sources';

const MEGABYTE = 1024 * 1024;

/** The limits of an organization's targets: those of the service, with the bytes of the tier if those are fewer. */
@Injectable()
export class OrganizationLimits {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  async of(organizationId: string): Promise<TargetLimits> {
    const { maxRepoSizeMb } = TIERS[(await loadOrganization(this.events, organizationId)).tier];
    return { ...this.sources.limits, bytes: Math.min(this.sources.limits.bytes, maxRepoSizeMb * MEGABYTE) };
  }
}
