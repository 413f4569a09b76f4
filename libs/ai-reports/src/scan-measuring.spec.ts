import type { ReportContent } from '@assay/scanning';
import type { QueryBus } from '@nestjs/cqrs';
import { ScanMeasuring } from './scan-measuring';

describe('a scan that an AI report is about', () => {
  it('has tools that found nothing, also where the target suppresses all that they found', async () => {
    const tool = (toolName: string, findingsCount: number, suppressed?: number) => ({
      toolName,
      status: 'completed',
      findingsCount,
      result: { ...(suppressed !== undefined && { suppressed }) },
    });
    const content = {
      head: { projectId: null },
      target: 'shop',
      tools: [tool('clean', 0), tool('quiet', 2, 2), tool('loud', 2, 1)],
      findings: [],
    } as unknown as ReportContent;
    const { tools } = await new ScanMeasuring({} as QueryBus).of('org_1', content, { compares: false });
    expect(tools).toEqual({ completed: 3, foundNothing: 2, missingNames: [] });
  });
});
