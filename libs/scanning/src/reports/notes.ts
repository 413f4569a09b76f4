import { missingReason } from './missing-reason';
import { notKeptOf, notKeptText } from './not-kept';
import type { ReportContent } from './report';
import { rolesText } from './roles-text';
import { suppressionsText } from './suppressions-text';
import { unseenText } from './unseen-text';

/**
 * What a list of findings does not show by itself: that the scan was canceled, tools that did not complete, findings
 * that are counted and not listed, code that no tool knows, what was left out, and what is suppressed.
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

/** What is missing although all tools may have completed: findings, code and files. */
export const notesOnAbsence = ({ tools, unseen = [], roles = [], suppressions }: ReportContent): string[] => [
  ...notKeptOf(tools).map(notKeptText),
  ...unseen.map(unseenText),
  ...rolesText(roles),
  ...suppressionsText(suppressions),
];

/** Said wherever a report of a canceled scan is shown: it is no proof that nothing else is there. */
export const canceledNote = ({ status }: Pick<ReportContent['head'], 'status'>): string[] =>
  status === 'canceled' ? ['the scan was canceled: this is what had been found until then'] : [];
