import { plainText } from '@assay/source-text';

/** The contents of a suppression, or the reason why it does not count. */
export type SaidSuppression = { readonly names: string; readonly reason: string } | { readonly fault: string };

/** The word that marks a suppression comment. */
export const MARK = 'assay-ignore';

/** The most characters of a line. A suppression in a longer line would cover a whole minified file. */
export const LONGEST_LINE = 1_000;
const LONGEST_NAME = 200;
const LONGEST_REASON = 300;

/** Ends of comments: the text after one is not part of the reason. */
const CLOSERS = ['*/', '-->', '--%>', '--}}', '#}', '%}', '*)', '-}', '?>', '"""', "'''"];

/**
 * Reads the suppression in a line that has the mark. It ignores the comment's own syntax, which differs between
 * languages.
 *
 * @returns undefined if the mark is only a part of another word
 */
export function readComment(line: string): SaidSuppression | undefined {
  if (line.length > LONGEST_LINE) return { fault: `its line has more than ${LONGEST_LINE} characters` };
  const at = line.indexOf(MARK);
  if (/[\w-]/.test(line[at - 1] ?? '') || /[\w-]/.test(line[at + MARK.length] ?? '')) return undefined;
  const [names, reason] = halvesOf(beforeCloser(line.slice(at + MARK.length)));
  if (names === '') return { fault: 'it names no tool or rule' };
  if (/\s/.test(names)) return { fault: 'it names more than one tool or rule, or has no -- before its reason' };
  return said(names, reason);
}

/** A line of an ignore file: the suppressed tools or rules, a glob, and the reason. */
export type SaidRule = { readonly names: string; readonly glob: string; readonly reason: string };

/** @param line neither empty nor a remark */
export function readIgnoreLine(line: string): SaidRule | { readonly fault: string } {
  if (line.length > LONGEST_LINE) return { fault: `it has more than ${LONGEST_LINE} characters` };
  const [rule, reason] = halvesOf(line);
  const blank = rule.search(/\s/);
  if (blank === -1) return { fault: 'it needs a tool, a rule or *, and then a glob of paths' };
  const [names, glob] = [rule.slice(0, blank), rule.slice(blank).trim()];
  if (glob.startsWith('!')) return { fault: 'a glob that takes back is not known here' };
  const read = said(names, reason);
  return 'fault' in read ? read : { ...read, glob };
}

function said(names: string, reason: string): SaidSuppression {
  if (names.length > LONGEST_NAME) return { fault: `its name has more than ${LONGEST_NAME} characters` };
  if (!/[\p{L}\p{N}]/u.test(reason)) return { fault: 'it gives no reason: write one after --' };
  return { names: plainText(names, LONGEST_NAME), reason: plainText(reason, LONGEST_REASON) };
}

/** The text before the first `--` between blanks, and the text after it. */
function halvesOf(text: string): [before: string, after: string] {
  const at = text.search(/\s--\s/);
  if (at !== -1) return [text.slice(0, at).trim(), text.slice(at + 3).trim()];
  const end = text.trimEnd();
  return end.endsWith(' --') ? [end.slice(0, -3).trim(), ''] : [end.trim(), ''];
}

function beforeCloser(text: string): string {
  const ends = CLOSERS.map((closer) => text.indexOf(closer)).filter((at) => at !== -1);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}
