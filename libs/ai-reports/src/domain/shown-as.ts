import type { AiReport, AiReportFormat } from './ai-report';

/** Shows a report as one of a smaller format, without the parts that this format lacks. */
export function shownAs(report: AiReport, format: AiReportFormat): AiReport {
  if (report.format === format) return report;
  const { developerReport: _, intelligence, citations, ...rest } = report;
  const shown = format === 'executive' ? ['executiveSummary.'] : ['executiveSummary.', 'intelligence.'];
  return {
    ...rest,
    format,
    ...(format === 'summary' &&
      intelligence && {
        intelligence: {
          summary: intelligence.summary,
          openIssues: intelligence.openIssues,
          decidedIssues: intelligence.decidedIssues,
          filesWithIssues: intelligence.filesWithIssues,
        },
      }),
    citations: citations.filter(({ field }) => shown.some((part) => field.startsWith(part))),
  };
}
