import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import { plainText } from '@assay/source-text';
import type { EnginePass, PassReporter, RawFinding } from '../engine';
import type { StagedFile } from '@assay/target-records';

/** A finding in the file that is being judged. */
export type Problem = Omit<RawFinding, 'file'>;

/** One file, and the tools of the pass whose globs match it. */
interface JudgedPath {
  readonly file: StagedFile;
  readonly tools: readonly ToolDefinition[];
}

export interface JudgedText extends JudgedPath {
  /** The decoded text without its byte order mark. Line ends are unchanged. */
  readonly text: string;
}

/** Thrown by a judge if a file cannot be analysed because of its content. The message is shown to the user. */
export class Unreadable extends Error {}

interface JudgingOptions {
  /** Larger files are reported as unreadable. Default: 4 MB. Above that, some engines need minutes for one file. */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;
const PROGRESS_EVERY = 20;

/**
 * Runs a file-scoped engine over a pass: every file that a tool's globs match is judged once for all its tools. A
 * finding goes to each of them that has the rule. If the judge throws, only that file is lost and listed as unreadable.
 * A tool fails if its judge threw something else than `Unreadable` on every file of the tool.
 */
export async function judgeEachPath(
  pass: EnginePass,
  report: PassReporter,
  judge: (input: JudgedPath) => Promise<readonly Problem[]> | readonly Problem[],
): Promise<void> {
  const matchers = pass.tools.map((tool) => ({ tool, matches: picomatch([...tool.files], { dot: true }) }));
  const tallies = new Map(pass.tools.map(({ id }) => [id, { files: 0, broken: 0, reason: '' }]));
  const files = [...pass.files].sort((a, b) => compare(a.staged, b.staged));

  for (const [index, file] of files.entries()) {
    const tools = matchers.filter(({ matches }) => matches(file.staged)).map(({ tool }) => tool);
    for (const { id } of tools) tallies.get(id)!.files += 1;
    if (tools.length > 0) {
      report.working?.(file.staged);
      try {
        reportProblems(report, file, tools, await judge({ file, tools }));
      } catch (error) {
        const reason = oneLine(error instanceof Error ? error.message : String(error));
        const readable = !(error instanceof Unreadable) && !overflowed(error);
        for (const { id } of tools) {
          report.unreadable(
            id,
            file.staged,
            readable ? brokeOn(error) : overflowed(error) ? 'nested too deeply' : reason,
          );
          if (readable) Object.assign(tallies.get(id)!, { broken: tallies.get(id)!.broken + 1, reason });
        }
      }
    }
    if ((index + 1) % PROGRESS_EVERY === 0 || index + 1 === files.length) report.progress(index + 1, files.length);
  }

  for (const [id, { files: filesChecked, broken, reason }] of tallies) {
    if (broken > 0 && broken === filesChecked)
      report.failed(id, `the engine broke on every file; the last reason: ${reason}`);
    else report.completed(id, { filesChecked });
  }
}

/** Said of a file on which an engine made a mistake of its own. */
export const brokeOn = (error: unknown): string =>
  `${BROKE}: ${oneLine(error instanceof Error ? error.message : String(error))}`;
export const BROKE = 'the engine broke on this file';

/** A recursive parser ends with this error for a file that is nested too deeply. */
const overflowed = (error: unknown) => error instanceof RangeError && error.message.includes('call stack');

/** `judgeEachPath` for engines that read text. A file with NUL bytes is not text. */
export async function judgeEachText(
  pass: EnginePass,
  report: PassReporter,
  judge: (input: JudgedText) => Promise<readonly Problem[]> | readonly Problem[],
  { maxBytes = DEFAULT_MAX_BYTES }: JudgingOptions = {},
): Promise<void> {
  await judgeEachPath(pass, report, async ({ file, tools }) => {
    if (file.size > maxBytes) throw new Unreadable(`larger than ${Math.round(maxBytes / 1024)} KB`);
    return judge({ file, text: decodeText(await readFile(join(pass.root, file.staged))), tools });
  });
}

/** @throws Unreadable for a binary file. */
export function decodeText(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new Unreadable('not a text file');
  return text;
}

/** A line of a list is cut behind this many characters. */
export const MAX_LINE = 500;

/** Makes one short line for a list. Engines quote the target, which may contain anything, on several lines. */
export const oneLine = (message: string): string => plainText(message.replace(/\s+/g, ' '), MAX_LINE);

/** All rules of the tools. */
export const rulesOf = (tools: readonly ToolDefinition[]): Set<string> =>
  new Set(tools.flatMap(({ rules }) => Object.keys(rules)));

/**
 * Removes tools with a rule that the engine does not have. They fail, because the engine would silently ignore the
 * rule.
 */
export function withKnownRules(pass: EnginePass, report: PassReporter, exists: (rule: string) => boolean): EnginePass {
  const tools = pass.tools.filter(({ id, rules }) => {
    const unknown = Object.keys(rules).filter((rule) => !exists(rule));
    if (unknown.length > 0) report.failed(id, `the engine has no rule ${unknown.join(', ')}`);
    return unknown.length === 0;
  });
  return { ...pass, tools };
}

function reportProblems(
  report: PassReporter,
  file: StagedFile,
  tools: readonly ToolDefinition[],
  problems: readonly Problem[],
): void {
  const ordered = [...problems].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || compare(a.rule, b.rule),
  );
  for (const problem of ordered) {
    for (const { id, rules } of tools) {
      if (Object.hasOwn(rules, problem.rule))
        report.finding(id, { ...problem, file: file.staged, message: oneLine(problem.message) });
    }
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
