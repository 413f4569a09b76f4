import { indentOf } from '../kit/indent';
import { someLineWithin } from '../kit/lines-of-file';
import type { Flow } from './interpret/run';
import type { Step } from './interpret/values';
import { lineOf } from './ir';

/** Whose browser a page runs in is a matter of its visitor, who may have all rights. */
const OF_VISITORS: ReadonlySet<string> = new Set(['cross-site-scripting', 'open-redirect']);

/** A function has at most this many lines before the input comes in. */
const MAX_LINES = 60;
const FUNCTION = /\b(?:def|fun|func|function)\b|=>\s*\{?\s*$|^\s*(?:[\w.<>[\]?,@]+\s+)*\w+\s*\([^;]*\{?\s*$/;
const BRANCH = /^\W*(?:if|else|elif|for|foreach|while|switch|try|catch|with|using|case|return)\b/;

/** Calls and variables by which code asks for a right, and not only whether somebody has signed in. */
const ASKS = new RegExp(
  String.raw`\b\w*(?:check|has|have|require|ensure|assert|verify|enforce|can|user)_?\w*` +
    String.raw`(?:permissions?|privileges?|capabilit(?:y|ies)|authority|access_?rights?)\w*[!?]?\s*\(|` +
    String.raw`(?:!|\bnot\s+|\bunless\s+)\(?\s*(?:await\s+)?[\w$.>:-]*(?:is_?)?(?:authori[sz]ed|permitted)\b|` +
    String.raw`\b(?:is|has|in|check|require)_?(?:in_?)?(?:groups?|roles?)[!?]?\s*\(\s*['":\w]`,
  'i',
);
/**
 * `@PreAuthorize("hasAuthority('write')")`, `@permission_required("write")`, `[Authorize(Policy = "write")]`,
 * `@require(member_of("admin"))`, `@admin_required`
 */
const DEMANDS = new RegExp(
  String.raw`^\s*[@[].*(?:permission|authority|hasRole|hasAnyRole|\b(?:Policy|Roles)\s*=)|` +
    String.raw`^\s*@(?=.*(?:auth|requir|member|role|only|login)).*(?:\b|_)(?:admin(?:istrator)?|superuser)s?(?:\b|_)`,
  'i',
);

/** Whether the function around a line asks for a right before it, or its attributes do. */
export function reservationsOfRights(
  { weakness, file, at }: Flow,
  [source]: readonly Step[],
  lines: readonly string[],
): string[] {
  if (OF_VISITORS.has(weakness)) return [];
  const row = lineOf(source!.at);
  const head = headBefore(lines, row);
  if (head === undefined) return [];
  const above = lines.slice(Math.max(0, head - ATTRIBUTES), head);
  const first = above.findLastIndex((line) => !/^\s*[@[]/.test(line));
  const end = Math.max(row, file === source!.file ? lineOf(at) - 1 : 0);
  const asked = someLineWithin(lines, ASKS, head + 1, end) || above.slice(first + 1).some((line) => DEMANDS.test(line));
  return asked ? ['its function asks for a right before'] : [];
}

/** A function has at most this many attributes. */
const ATTRIBUTES = 6;

/** The index of the line that begins the function around a line, counted from 0. */
function headBefore(lines: readonly string[], row: number): number | undefined {
  let least = indentOf(lines[row - 1] ?? '');
  // The input may be a parameter.
  if (FUNCTION.test(lines[row - 1] ?? '') && !BRANCH.test(lines[row - 1] ?? '')) return row - 1;
  for (let above = row - 2; above >= Math.max(0, row - 1 - MAX_LINES) && least > 0; above -= 1) {
    const line = lines[above]!;
    if (/^\s*\{?\s*$/.test(line) || indentOf(line) >= least) continue;
    least = indentOf(line);
    if (FUNCTION.test(line) && !BRANCH.test(line)) return above;
  }
  return undefined;
}
