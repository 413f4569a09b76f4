import {
  type FindingMemberDocument,
  type FindingsDeleted,
  type FindingsLowered,
  type FindingsRecorded,
  findingGroupId,
  findingMemberDocuments,
  isSuppressed,
  kindGroup,
  severityRank,
} from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** Leads from any finding's id, also a merged duplicate's, to its defect, and lists what one tool found. */
export const findingMembers: Projection<FindingMemberDocument, FindingsRecorded | FindingsLowered | FindingsDeleted> = {
  ...findingMemberDocuments,
  version: 6,
  indexes: [
    ['scanId', 'suppressed'],
    ['scanId', 'tool', 'severityRank', 'file', 'line', 'fingerprint'],
    ['scanId', 'fingerprint'],
  ],
  handles: { FindingsRecorded: true, FindingsLowered: true, FindingsDeleted: true },
  documentIds: ({ type, data }) => (type === 'FindingsDeleted' ? data.findings : data.findings.map(({ id }) => id)),
  apply(document, { type, data }, documentId) {
    if (type === 'FindingsDeleted') return undefined;
    if (type === 'FindingsLowered')
      return document && { ...document, severity: data.to, severityRank: severityRank(data.to) };
    if (document) return document;
    const finding = data.findings.find(({ id }) => id === documentId)!;
    return {
      groupId: findingGroupId(data.sessionId, finding.group),
      scanId: data.scanId,
      organizationId: data.organizationId,
      tool: data.tool,
      fingerprint: finding.fingerprint,
      severity: finding.severity,
      severityRank: severityRank(finding.severity),
      category: finding.category,
      kind: kindGroup({ ...finding, tool: data.tool }),
      file: finding.file,
      line: finding.line,
      ...(isSuppressed(finding) && { suppressed: true }),
    };
  },
};
