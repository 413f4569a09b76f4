import { SCAN_STATUSES, shownSourceTypes } from '@assay/scanning';
import { type Schema, count, listOf, object, oneOf, orNull, pagination, ref, text, time } from '../openapi/schema';

export const severityCounts = { critical: count, high: count, medium: count, low: count, total: count };

export const scansSchemas: Readonly<Record<string, Schema>> = {
  Scan: object(
    {
      id: text,
      sessionId: text,
      applicationId: orNull(text),
      status: oneOf(SCAN_STATUSES),
      sourceType: oneOf(shownSourceTypes),
      toolsTotal: count,
      toolsCompleted: count,
      createdAt: time,
      estimatedCompletion: {
        ...time,
        description: 'While it is pending or running: from how long its tools took in earlier runs.',
      },
      completedAt: time,
      reportId: { ...text, description: 'Of a completed one.' },
      summary: object(severityCounts),
      error: object({ code: text, message: text }),
    },
    ['estimatedCompletion', 'completedAt', 'reportId', 'summary', 'error'],
  ),
  ScanAnswer: object({ scan: ref('Scan') }),
  ScanList: object({ data: listOf(ref('Scan')), pagination }),
};
