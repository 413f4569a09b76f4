import { AiReportsModule } from '@assay/ai-reports';
import { AutomationsModule } from '@assay/automations';
import { BillingModule } from '@assay/billing';
import { FindingsModule } from '@assay/findings';
import { HostingModule } from '@assay/hosting';
import { IdentityModule } from '@assay/identity';
import { IntegrationsModule } from '@assay/integrations';
import { NotificationsModule } from '@assay/notifications';
import { type BusInterceptors, BusesModule, type Platform, PlatformModule } from '@assay/platform';
import { ProjectsModule } from '@assay/projects';
import { ScanningModule } from '@assay/scanning';
import { VerdictsModule } from '@assay/verdicts';
import { type DynamicModule, Module } from '@nestjs/common';

const CONTEXTS = [
  IdentityModule,
  IntegrationsModule,
  HostingModule,
  ProjectsModule,
  BillingModule,
  ScanningModule,
  FindingsModule,
  AiReportsModule,
  AutomationsModule,
  NotificationsModule,
  VerdictsModule,
];

/** The bounded contexts without HTTP: all that a command of the command line needs. */
@Module({})
export class ContextsModule {
  static forRoot(platform: Platform, interceptors?: BusInterceptors): DynamicModule {
    return {
      module: ContextsModule,
      imports: [BusesModule.forRoot(interceptors), PlatformModule.forRoot(platform), ...CONTEXTS],
      exports: CONTEXTS,
    };
  }
}
