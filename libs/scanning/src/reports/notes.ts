import { missingReason } from './missing-reason';
import { notKeptOf, notKeptText } from './not-kept';
import type { ReportContent } from './report';
import { rolesText } from './roles-text';
import { suppressionsText } from './suppressions-text';
import { unseenText } from './unseen-text';

/**
 * Facts that a list of findings does not show: that the scan was canceled, tools that did not complete, findings that
 * are counted but not listed, code that no tool knows, files that were left out, and suppressions.
 */
export const reportNotes = (content: ReportContent): string[] => [
  ...canceledNote(content.head),
  ...content.tools.flatMap((tool) => {
    const reason = missingReason(tool);
    if (reason === undefined) return [];
    return [`${tool.toolName} ${tool.excused ? 'was not run' : 'did not complete'}: ${reason}`];
  }),
  ...notesOnAbsence(content),
];

/** Findings, code and files that are missing although all tools may have completed. */
export const notesOnAbsence = ({ tools, unseen = [], roles = [], suppressions }: ReportContent): string[] => [
  ...notKeptOf(tools).map(notKeptText),
  ...unseen.map(unseenText),
  ...rolesText(roles),
  ...suppressionsText(suppressions),
];

/** Shown with every report of a canceled scan: it does not prove the absence of other findings. */
export const canceledNote = ({ status }: Pick<ReportContent['head'], 'status'>): string[] =>
  status === 'canceled' ? ['the scan was canceled: this is what had been found until then'] : [];
