import { sha256Hex } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { AiReport, AiReportFormat, ReportWriter } from '../domain/ai-report';
import { type EarlierWeights, assembled } from '../domain/assembling';
import { type Brief, type ComparisonFacts, briefOf } from '../domain/brief';
import { type Checked, type Prose, checkedProse } from '../domain/checked-prose';
import type { Measures } from '../domain/measuring';
import { FORMULAS_VERSION } from '../domain/weights';
import type { ScanMeasures } from '../scan-measuring';
import { LANGUAGE_MODEL, type LanguageModel } from './language-model';
import { RuleBasedWriter } from './rule-based-writer';

/** Requests the sentences of a report, keeps those that the findings support, and assembles the report. */
@Injectable()
export class ReportDrafting {
  private readonly rules = new RuleBasedWriter();

  constructor(@Inject(LANGUAGE_MODEL) private readonly model: LanguageModel) {}

  /** Equal for the same findings, decisions, formulas and writer. */
  basisOf({ measures, earlier }: ScanMeasures): string {
    return sha256Hex([measures.digest, earlier?.scanId ?? '', this.model.name, FORMULAS_VERSION].join('\n'));
  }

  /** @throws ModelFailed */
  async written({
    reportId,
    scanId,
    format,
    at,
    measured: { measures, target, tools, earlier },
  }: {
    readonly reportId: string;
    readonly scanId: string;
    readonly format: AiReportFormat;
    readonly at: string;
    readonly measured: ScanMeasures;
  }): Promise<AiReport> {
    const weights = await earlier?.weights();
    const comparison = weights !== undefined && { comparison: compared(measures, weights) };
    const brief = briefOf({ format, target, measures, tools, ...comparison });
    const checked = checkedProse(await this.model.write(brief), brief);
    const prose = checked.empty.length === 0 ? checked.prose : await this.filled(checked, brief);
    const filledByRules = this.model.kind === 'rules' ? [] : checked.empty.filter((slot) => prose[slot].length > 0);
    const writer: ReportWriter = {
      kind: this.model.kind,
      name: this.model.name,
      dropped: checked.dropped,
      filledByRules,
    };
    return assembled({ reportId, scanId, format, generatedAt: at, measures, earlier: weights, prose, writer });
  }

  /** Fills empty slots with the sentences of the rule-based writer. */
  private async filled({ prose, empty }: Checked, brief: Brief): Promise<Prose> {
    const { prose: byRules } = checkedProse(await this.rules.write(brief), brief);
    return { ...prose, ...Object.fromEntries(empty.map((slot) => [slot, byRules[slot]])) };
  }
}

function compared({ files }: Measures, weights: EarlierWeights): ComparisonFacts {
  const now = new Map(files.map(({ file, weight }) => [file, weight]));
  const all = [...new Set([...now.keys(), ...weights.keys()])];
  const change = all.map((file) => (now.get(file) ?? 0) - (weights.get(file) ?? 0));
  return {
    improvedFiles: change.filter((difference) => difference < 0).length,
    worsenedFiles: change.filter((difference) => difference > 0).length,
  };
}
