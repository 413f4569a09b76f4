import { Tiers } from '@assay/identity';
import { SETTINGS, type Settings } from '@assay/kernel';
import { Module } from '@nestjs/common';
import { ExplainIssuesHandler } from './commands/explain-issues/explain-issues';
import { GenerateAiReportHandler } from './commands/generate-ai-report/generate-ai-report';
import { GetAiReportHandler } from './queries/get-ai-report/get-ai-report';
import { GetIssueHelpHandler } from './queries/get-issue-help/get-issue-help';
import { SettledAiReportsHandler } from './queries/settled-ai-reports/settled-ai-reports';
import { ScanMeasuring } from './scan-measuring';
import { LANGUAGE_MODEL, type LanguageModel } from './writing/language-model';
import { ReportDrafting } from './writing/report-drafting';
import { RuleBasedWriter } from './writing/rule-based-writer';

/** The client of a model is loaded only where a setting names one. */
function languageModel({ languageModel: server }: Settings): LanguageModel {
  if (server === undefined) return new RuleBasedWriter();
  const { OpenAiModel } = require('./writing/openai-model') as typeof import('./writing/openai-model');
  return new OpenAiModel(server);
}

@Module({
  providers: [
    ExplainIssuesHandler,
    GenerateAiReportHandler,
    GetAiReportHandler,
    GetIssueHelpHandler,
    SettledAiReportsHandler,
    ScanMeasuring,
    ReportDrafting,
    Tiers,
    { provide: LANGUAGE_MODEL, useFactory: languageModel, inject: [SETTINGS] },
  ],
})
export class AiReportsModule {}
