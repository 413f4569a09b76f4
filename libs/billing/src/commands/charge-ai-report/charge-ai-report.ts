import type { LogPosition } from '@assay/event-store';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import * as charging from '../../domain/charging';
import { priceFeatures, priceIssues } from '../../domain/pricing';
import { PriceVersions } from '../../price-versions';
import { accepted } from '../accepted';

/**
 * Charges the features of a scan that an AI report has, or a feature for each of some of its issues. It is keyed by the
 * report: charging it again changes nothing. It is settled like a session's charge. Refused: INSUFFICIENT_CREDITS,
 * VALIDATION_ERROR for an unknown feature.
 */
export class ChargeAiReport extends Command<{ readonly position: LogPosition | undefined }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      /** `air_…`. */
      readonly reportId: string;
      readonly scanId: string;
      readonly projectId: string | null;
      readonly features: readonly string[];
      /** The findings, for a feature that is priced by the issue. */
      readonly issues?: { readonly feature: string; readonly findingIds: readonly string[] };
    },
  ) {
    super();
  }
}

@CommandHandler(ChargeAiReport)
export class ChargeAiReportHandler implements ICommandHandler<ChargeAiReport> {
  constructor(
    private readonly accounts: CreditAccounts,
    private readonly versions: PriceVersions,
  ) {}

  async execute({ input }: ChargeAiReport): Promise<{ position: LogPosition | undefined }> {
    const { organizationId, reportId, scanId, projectId, features, issues } = input;
    const { version, prices } = await this.versions.recorded();
    const ofIssues = issues === undefined ? [] : priceIssues(issues.feature, issues.findingIds, prices);
    const lines = [...priceFeatures(features, prices), ...ofIssues];
    const terms = { lines: prices.lines, prices: version };
    const { position } = await this.accounts.post(organizationId, (state, at) =>
      accepted(charging.chargeAiReport({ at, sessionId: reportId, scanId, projectId, lines, terms }, state)),
    );
    return { position };
  }
}
