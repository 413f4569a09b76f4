import { type FindingGroupDocument, type FindingsRecorded, type GroupMember, findingGroupId, severityRank, withMember } from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** GET /api/v1/findings: one document a defect of one session, with the findings of all tools that saw it. */
export const findings: Projection<FindingGroupDocument, FindingsRecorded> = {
  name: 'findings',
  version: 1,
  indexes: [
    ['scanId', 'severityRank', 'file', 'line', 'findingId'],
    ['scanId', 'severity'],
    ['scanId', 'category'],
    ['projectId'],
  ],
  handles: ['FindingsRecorded'],
  documentIds: ({ data }) => [...new Set(data.findings.map(({ group }) => findingGroupId(data.sessionId, group)))],
  apply(document, { data }, documentId) {
    const members = data.findings
      .filter(({ group }) => findingGroupId(data.sessionId, group) === documentId)
      .reduce<readonly GroupMember[]>((all, finding) => withMember(all, { ...finding, tool: data.tool }), document?.members ?? []);
    const primary = members[0]!;
    return {
      sessionId: data.sessionId,
      scanId: data.scanId,
      organizationId: data.organizationId,
      projectId: data.projectId,
      triageScope: data.triageScope,
      members,
      findingId: primary.id,
      severity: primary.severity,
      severityRank: severityRank(primary.severity),
      category: primary.category,
      file: primary.file,
      line: primary.line,
    };
  },
};
