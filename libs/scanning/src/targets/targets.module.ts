import { CLOCK, type Clock, SETTINGS, type Settings } from '@assay/kernel';
import { Tiers } from '@assay/identity';
import { Module } from '@nestjs/common';
import { ReceiveUploadHandler } from '../commands/receive-upload/receive-upload';
import { AcquireTarget } from './acquire-target';
import { AdmitTarget } from './admit-target';
import { OrganizationLimits } from './organization-limits';
import { OrganizationRoots } from './organization-roots';
import { TARGET_SOURCES, openTargetSources } from './target-sources';

@Module({
  providers: [
    {
      provide: TARGET_SOURCES,
      useFactory: (settings: Settings, clock: Clock) => openTargetSources(settings, clock),
      inject: [SETTINGS, CLOCK],
    },
    AcquireTarget,
    AdmitTarget,
    OrganizationLimits,
    Tiers,
    OrganizationRoots,
    ReceiveUploadHandler,
  ],
  exports: [TARGET_SOURCES, AcquireTarget, AdmitTarget, OrganizationLimits],
})
export class TargetsModule {}
