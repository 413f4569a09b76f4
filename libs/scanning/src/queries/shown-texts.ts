import type { ToolResult } from '../domain/session-events';

/**
 * Characters that a session's document shows of texts that come from engines and targets. A path may have 4,000, a
 * reason 10,000, a session all tools of the catalogue with 20 unreadable files each, and a character takes 6 bytes of
 * JSON at most. With these bounds the document stays below 4 MB. The events have everything.
 */
const REASON = 500;
const PATH = 200;
const TITLE = 120;
/** Characters of all unreadable files of one tool: as many files are shown as fit. */
const UNREADABLE = 1_500;

type ShownResult = Partial<ToolResult> & { readonly reason?: string };

/** `unreadableTotal` keeps counting the files that are not shown. */
export function shownResult<Result extends ShownResult>(result: Result): Result {
  const { reason, unreadable, topFindings } = result;
  return {
    ...result,
    ...(reason !== undefined && { reason: shownReason(reason) }),
    ...(unreadable && { unreadable: fitting(unreadable) }),
    ...(topFindings && {
      topFindings: topFindings.map((finding) => ({
        ...finding,
        title: beginning(finding.title, TITLE),
        file: finding.file === null ? null : shownPath(finding.file),
      })),
    }),
  };
}

export const shownReason = (reason: string): string => beginning(reason, REASON);

export const shownTitle = (title: string): string => beginning(title, TITLE);

/** The end of a path says more than its beginning. */
export const shownPath = (path: string): string =>
  path.length <= PATH ? path : `…${path.slice(1 - PATH).replace(/^[\uDC00-\uDFFF]/, '')}`;

function fitting(files: ToolResult['unreadable']): ToolResult['unreadable'] {
  const shown = files.map(({ file, reason }) => ({ file: shownPath(file), reason: beginning(reason, PATH) }));
  let left = UNREADABLE;
  return shown.filter(({ file, reason }) => (left -= file.length + reason.length) >= 0);
}

/** Whole characters: half of a surrogate pair would not be text. */
const beginning = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
