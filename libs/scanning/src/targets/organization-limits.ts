import { Tiers } from '@assay/identity';
import type { TargetLimits } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { TARGET_SOURCES, type TargetSources } from './target-sources';

const MEGABYTE = 1024 * 1024;

/** The limits of an organization's targets: those of the service, with the bytes of the tier if those are fewer. */
@Injectable()
export class OrganizationLimits {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    private readonly tiers: Tiers,
  ) {}

  async of(organizationId: string): Promise<TargetLimits> {
    const { maxRepoSizeMb } = await this.tiers.of(organizationId);
    return { ...this.sources.limits, bytes: Math.min(this.sources.limits.bytes, maxRepoSizeMb * MEGABYTE) };
  }
}
