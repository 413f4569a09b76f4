import type { AiReport, AiReportFormat, AiReportGenerated, AiReportsDeleted } from '@assay/ai-reports';
import { projected } from '../libs/read-models/test/projected';
import { aiReports } from './ai-reports.projection';

const stream = 'ai-reports-scn_1';
const report = (reportId: string, format: AiReportFormat) => ({ reportId, scanId: 'scn_1', format }) as AiReport;
const generated = (reportId: string, format: AiReportFormat): AiReportGenerated & { stream: string } => ({
  stream,
  type: 'AiReportGenerated',
  data: { at: '2026-11-01T10:00:00.000Z', organizationId: 'org_1', projectId: null, report: report(reportId, format) },
});
const deleted: AiReportsDeleted & { stream: string } = {
  stream,
  type: 'AiReportsDeleted',
  data: { at: '2026-11-02T10:00:00.000Z', scanId: 'scn_1' },
};

describe('the read model of AI reports', () => {
  it('has the newest report of each format of a scan', () =>
    expect(
      projected(aiReports, [generated('air_1', 'full'), generated('air_2', 'executive'), generated('air_3', 'full')]),
    ).toEqual({
      scn_1: {
        scanId: 'scn_1',
        organizationId: 'org_1',
        projectId: null,
        reports: { full: report('air_3', 'full'), executive: report('air_2', 'executive') },
      },
    }));

  it('has nothing once they are deleted', () =>
    expect(projected(aiReports, [generated('air_1', 'full'), deleted])).toEqual({}));
});
