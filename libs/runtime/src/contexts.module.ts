import { BillingModule } from '@assay/billing';
import { FindingsModule } from '@assay/findings';
import { IdentityModule } from '@assay/identity';
import { IntegrationsModule } from '@assay/integrations';
import { type Platform, PlatformModule } from '@assay/platform';
import { ProjectsModule } from '@assay/projects';
import { ScanningModule } from '@assay/scanning';
import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';

const CONTEXTS = [IdentityModule, IntegrationsModule, ProjectsModule, BillingModule, ScanningModule, FindingsModule];

/** The bounded contexts without HTTP: all that a command of the command line needs. */
@Module({})
export class ContextsModule {
  static forRoot(platform: Platform): DynamicModule {
    return {
      module: ContextsModule,
      imports: [CqrsModule.forRoot(), PlatformModule.of(platform), ...CONTEXTS],
      exports: CONTEXTS,
    };
  }
}
