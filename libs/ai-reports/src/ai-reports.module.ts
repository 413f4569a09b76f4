import { Module } from '@nestjs/common';
import { GenerateAiReportHandler } from './commands/generate-ai-report/generate-ai-report';
import { GetAiReportHandler } from './queries/get-ai-report/get-ai-report';
import { SettledAiReportsHandler } from './queries/settled-ai-reports/settled-ai-reports';
import { ScanMeasuring } from './scan-measuring';
import { LANGUAGE_MODEL } from './writing/language-model';
import { ReportDrafting } from './writing/report-drafting';
import { RuleBasedWriter } from './writing/rule-based-writer';

@Module({
  providers: [
    GenerateAiReportHandler,
    GetAiReportHandler,
    SettledAiReportsHandler,
    ScanMeasuring,
    ReportDrafting,
    { provide: LANGUAGE_MODEL, useClass: RuleBasedWriter },
  ],
})
export class AiReportsModule {}
