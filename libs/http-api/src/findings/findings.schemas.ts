import { FINDING_STATUSES } from '@assay/findings';
import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import {
  type Schema,
  count,
  flag,
  listOf,
  object,
  oneOf,
  orNull,
  pagination,
  ref,
  text,
  time,
} from '../openapi/schema';

const finding = {
  id: text,
  scanId: text,
  title: text,
  description: text,
  severity: oneOf(SEVERITIES),
  category: oneOf(FINDING_CATEGORIES),
  tool: text,
  file: orNull(text),
  line: orNull(count),
  code: orNull(text),
  suggestion: text,
  cwe: orNull(text),
  deduplicated: flag,
  duplicateCount: count,
  status: oneOf(FINDING_STATUSES),
  fingerprint: text,
  rule: text,
};

export const findingsSchemas: Readonly<Record<string, Schema>> = {
  Finding: object(finding),
  FindingDetail: object({
    ...finding,
    explanation: object({ text, source: oneOf(['rules', 'model']) }),
    remediation: listOf(text),
    relatedFindings: listOf(object({ id: text, tool: text, title: text })),
    snippet: orNull(object({ startLine: count, highlightLine: count, lines: listOf(text), html: text })),
    statusHistory: listOf(
      object({ from: oneOf(FINDING_STATUSES), to: oneOf(FINDING_STATUSES), note: orNull(text), by: text, at: time }),
    ),
  }),
  FindingAnswer: object({ finding: ref('FindingDetail') }),
  FindingList: object({ findings: listOf(ref('Finding')), pagination }),
};
