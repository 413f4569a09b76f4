import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import {
  type Schema,
  count,
  exactly,
  listOf,
  milliseconds,
  object,
  oneOf,
  orNull,
  pagination,
  ref,
  text,
  time,
} from '../openapi/schema';
import { severityCounts } from '../scans/scans.schemas';

const head = {
  id: text,
  scanId: text,
  projectId: orNull(text),
  summary: object({
    ...severityCounts,
    duration: milliseconds,
    passRate: {
      type: 'number',
      minimum: 0,
      maximum: 100,
      description: 'Of the tools that completed, how many percent found nothing.',
    },
  }),
  generatedAt: time,
};

export const reportsSchemas: Readonly<Record<string, Schema>> = {
  ReportHead: object(head),
  Report: object({
    ...head,
    findings: listOf(
      object({
        id: text,
        title: text,
        severity: oneOf(SEVERITIES),
        category: oneOf(FINDING_CATEGORIES),
        file: orNull(text),
        line: orNull(count),
        tool: text,
      }),
    ),
  }),
  ScanReport: object({ data: ref('Report') }),
  ReportAnswer: object({ success: exactly(true), data: ref('Report') }),
  ReportList: object({ success: exactly(true), data: listOf(ref('ReportHead')), pagination }),
  /** Its own standard says the rest. */
  Sarif: {
    type: 'object',
    required: ['$schema', 'version', 'runs'],
    properties: { $schema: text, version: exactly('2.1.0'), runs: listOf({ type: 'object' }) },
  },
};
