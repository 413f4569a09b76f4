import {
  type FindingGroupDocument,
  type FindingsDeleted,
  type FindingsLowered,
  type FindingsRecorded,
  type GroupMember,
  findingGroupDocuments,
  findingGroupId,
  isSuppressed,
  kindGroup,
  severityRank,
  withLowered,
  withMember,
} from '@assay/findings';
import type { Projection } from '@assay/read-models';

/** GET /api/v1/findings: one document a defect of one session, with the findings of all tools that saw it. */
export const findings: Projection<FindingGroupDocument, FindingsRecorded | FindingsLowered | FindingsDeleted> = {
  ...findingGroupDocuments,
  version: 5,
  indexes: [
    ['scanId', 'suppressed'],
    ['scanId', 'severityRank', 'file', 'line', 'fingerprint'],
    ['scanId', 'severity'],
    ['scanId', 'category', 'severityRank', 'file', 'line', 'fingerprint'],
    ['scanId', 'kind', 'severityRank', 'file', 'line', 'fingerprint'],
    ['projectId'],
  ],
  handles: { FindingsRecorded: true, FindingsLowered: true, FindingsDeleted: true },
  documentIds({ type, data }) {
    const groups = type === 'FindingsDeleted' ? data.groups : data.findings.map(({ group }) => group);
    return [...new Set(groups)].map((group) => findingGroupId(data.sessionId, group));
  },
  apply(document, { type, data }, documentId) {
    if (type === 'FindingsDeleted') return undefined;
    if (type === 'FindingsLowered')
      return document && { ...document, ...spokenFor(withLowered(document.members, data)) };
    const members = data.findings
      .filter(({ group }) => findingGroupId(data.sessionId, group) === documentId)
      .reduce<readonly GroupMember[]>(
        (all, finding) => withMember(all, { ...finding, tool: data.tool }),
        document?.members ?? [],
      );
    return {
      sessionId: data.sessionId,
      scanId: data.scanId,
      organizationId: data.organizationId,
      projectId: data.projectId,
      triageScope: data.triageScope,
      ...spokenFor(members),
    };
  },
};

/** The texts of the defect, from the first of its members. */
function spokenFor(members: readonly GroupMember[]) {
  const primary = members[0]!;
  return {
    members,
    findingId: primary.id,
    fingerprint: primary.fingerprint,
    severity: primary.severity,
    severityRank: severityRank(primary.severity),
    category: primary.category,
    kind: kindGroup(primary),
    file: primary.file,
    line: primary.line,
    ...(isSuppressed(primary) && { suppressed: true as const }),
  };
}
