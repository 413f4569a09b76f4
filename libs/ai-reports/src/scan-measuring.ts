import type { FindingView } from '@assay/findings';
import { GetReport, ListScans, type ReportContent, foundNothing } from '@assay/scanning';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EarlierWeights } from './domain/assembling';
import type { ToolFacts } from './domain/brief';
import { type Measures, Measuring } from './domain/measuring';

/** Its findings are read only when a report is written: usually an existing report answers. */
interface EarlierScan {
  readonly scanId: string;
  weights(): Promise<EarlierWeights>;
}

/** The measures of a scan for the formulas. */
export interface ScanMeasures {
  readonly projectId: string | null;
  readonly target: string;
  readonly measures: Measures;
  readonly tools: Omit<ToolFacts, 'missing' | 'unnamed'>;
  /** The previous scan of the same project; undefined if there is none, or it was not requested. */
  readonly earlier: EarlierScan | undefined;
}

/** How many scans are searched for the previous one. */
const SCANS_LOOKED_AT = 100;

@Injectable()
export class ScanMeasuring {
  constructor(private readonly queries: QueryBus) {}

  /** Reads the findings once, a page at a time. */
  async of(
    organizationId: string,
    { head, target, tools, findings }: ReportContent,
    { compares }: { readonly compares: boolean },
  ): Promise<ScanMeasures> {
    const completed = tools.filter(({ status }) => status === 'completed');
    return {
      projectId: head.projectId,
      target,
      measures: await measured(findings),
      tools: {
        completed: completed.length,
        foundNothing: completed.filter(foundNothing).length,
        missingNames: tools.filter(({ status }) => status !== 'completed').map(({ toolName }) => toolName),
      },
      earlier: compares && head.projectId !== null ? await this.earlier(organizationId, head) : undefined,
    };
  }

  private async earlier(
    organizationId: string,
    { projectId, scanId }: ReportContent['head'],
  ): Promise<ScanMeasures['earlier']> {
    const filters = { organizationId, projectId: projectId!, status: 'completed' } as const;
    const { scans } = await this.queries.execute(new ListScans({ filters, limit: SCANS_LOOKED_AT, offset: 0 }));
    const before = scans[scans.findIndex(({ id }) => id === scanId) + 1];
    if (!scans.some(({ id }) => id === scanId) || before === undefined) return undefined;
    return { scanId: before.id, weights: () => this.weights(organizationId, before.id) };
  }

  private async weights(organizationId: string, scanId: string): Promise<EarlierWeights> {
    const { findings } = await this.queries.execute(new GetReport({ organizationId, scanId }));
    const { files } = await measured(findings);
    return new Map(files.map(({ file, weight }) => [file, weight]));
  }
}

async function measured(findings: AsyncIterable<FindingView>): Promise<Measures> {
  const measuring = new Measuring();
  for await (const finding of findings) measuring.add(finding);
  return measuring.measures();
}
