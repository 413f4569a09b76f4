import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Observed } from '@assay/target-records';
import type { EnginePass, PassReporter } from '../engine';
import { type Problem, Unreadable, oneLine } from './per-file';
import { type MissingObservation, reportMissing } from './missing-observations';

interface RecordJudge<Content, Value> {
  /**
   * The part of a record that the tool needs, which may be missing. @throws TypeError if the record has another form
   */
  readonly observed: (record: Content) => Observed<Value>;
  readonly judge: (value: Value, record: Content) => readonly Problem[] | Promise<readonly Problem[]>;
}

/** Judges each record of a tool, if the part that the tool needs was observed. */
export async function judgeRecords<Content, Value>(
  pass: EnginePass,
  report: PassReporter,
  tool: ToolDefinition,
  { observed, judge }: RecordJudge<Content, Value>,
): Promise<void> {
  const looksAt = picomatch([...tool.files], { dot: true });
  const files = pass.files
    .filter(({ staged }) => looksAt(staged))
    .map(({ staged }) => staged)
    .sort(byNumber);
  const missing: MissingObservation[] = [];
  for (const file of files) {
    try {
      const record = JSON.parse(await readFile(join(pass.root, file), 'utf8')) as Content;
      const seen = observed(record);
      if ('missing' in seen) missing.push({ file, reason: seen.missing, because: seen.because });
      else
        for (const problem of await judge(seen.observed, record))
          if (Object.hasOwn(tool.rules, problem.rule))
            report.finding(tool.id, { ...problem, file, message: oneLine(problem.message) });
    } catch (error) {
      const reason =
        error instanceof Unreadable || error instanceof SyntaxError
          ? oneLine(error.message)
          : `the engine broke on this record: ${oneLine(error instanceof Error ? error.message : String(error))}`;
      missing.push({ file, reason, because: 'failed' });
    }
  }
  if (!reportMissing(report, tool.id, missing, files.length - missing.length))
    report.completed(tool.id, { filesChecked: files.length });
}

/** Sorts by number: `http/2.json` comes before `http/10.json`. */
const byNumber = (a: string, b: string): number =>
  Number(/(\d+)\D*$/.exec(a)?.[1] ?? 0) - Number(/(\d+)\D*$/.exec(b)?.[1] ?? 0) || (a < b ? -1 : 1);
