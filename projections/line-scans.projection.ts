import { type LineScanDocument, lineIdOf, lineScanDocuments } from '@assay/findings';
import type { Projection } from '@assay/read-models';
import { ENDINGS, type SessionEvent, lineAtStart, preparedBranch } from '@assay/scanning';

export type LineScanEvent = Extract<
  SessionEvent,
  {
    type: 'ScanStarted' | 'TargetPrepared' | keyof typeof ENDINGS | 'ScanAbandoned' | 'SessionDeleted';
  }
>;

/** Which scans a line has, and in which order: one document a session, by its id. Only completed scans stay. */
export const lineScans: Projection<LineScanDocument, LineScanEvent> = {
  ...lineScanDocuments,
  version: 2,
  indexes: [
    ['ended.lineId', 'ended.position'],
    ['ended.lineId', 'commit', 'ended.position'],
    ['organizationId', 'projectId', 'ended.position'],
    ['organizationId', 'projectId', 'branch', 'ended.position'],
  ],
  handles: { ScanStarted: true, TargetPrepared: true, ...ENDINGS, ScanAbandoned: true, SessionDeleted: true },
  documentIds: ({ stream }) => [stream.slice('session-'.length)],
  apply(document, { type, data, position }) {
    switch (type) {
      case 'ScanStarted': {
        const { scanId, organizationId, projectId } = data;
        const { branch, ...line } = lineAtStart(data);
        return { scanId, organizationId, projectId, branch, commit: null, ended: null, line };
      }
      case 'TargetPrepared':
        return (
          document && {
            ...document,
            branch: preparedBranch(data) ?? document.branch,
            commit: data.target?.repository?.commit ?? null,
          }
        );
      case 'ScanCompleted': {
        if (!document?.line) return document;
        const { scope, thing } = document.line;
        const lineId = lineIdOf(scope, thing, document.branch);
        return { ...document, line: null, ended: { lineId, position, at: data.at } };
      }
      default:
        return undefined;
    }
  },
};
