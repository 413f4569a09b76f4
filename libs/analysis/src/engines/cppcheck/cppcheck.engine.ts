import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Engine, EnginePass } from '../engine';
import { profileOf } from '../engine-table';
import { type Problem, Unreadable, decodeText, judgeEachPath, oneLine } from '../kit/per-file';
import { type ProgramRun, programOf, runProgram } from '../kit/run-program';
import { saidVersion } from '../kit/said-version';
import { type CppcheckError, readReport } from './cppcheck.output';
import { isOfAssertion } from './assertions';
import { withoutLineMarkers } from './line-markers';
import { boundsRule } from './out-of-bounds';
import { isUnreadable, ruleOf } from './rule-ids';

/** Larger files are generated, or many files in one, and take minutes. */
const MAX_BYTES = 1024 * 1024;
/** Milliseconds. Of 760 files of curl, each took less than 10 s. Files with deeply nested macros never end. */
const FILE_TIME = 60_000;
/** Bytes. A report with more than 10,000 findings in one file is of no use. */
const MAX_REPORT = 16 * 1024 * 1024;

/**
 * Cppcheck's options. Its style checks are left out: `logic-errors` has those that find defects. Comments in the target
 * hide no findings, because `--inline-suppr` is not given, and no project file is read. The platform is fixed, so that
 * the same file is judged alike on every machine. Only some macro configurations are tried, because each takes as long
 * as the first.
 */
const OPTIONS = [
  '--quiet',
  '--xml',
  '--enable=warning,portability',
  '--library=posix',
  '--library=gnu',
  '--platform=unix64',
  '--max-configs=4',
];

/** Runs the installed Cppcheck, one process per file, so that a file that crashes it affects no other file. */
export const engine: Engine = {
  async run(pass, report) {
    const cppcheck = programOf(pass, 'cppcheck');
    const { asksVersion } = profileOf('cppcheck');
    const version = await saidVersion(asksVersion!, { cppcheck }, (program, args) => output(pass, program, args));
    report.engine('Cppcheck', version ?? 'unknown');
    await judgeEachPath(pass, report, async ({ file, tools }) => {
      if (file.size > MAX_BYTES) throw new Unreadable(`larger than ${MAX_BYTES / 1024} KB`);
      const original = join(pass.root, file.staged);
      const text = decodeText(await readFile(original));
      const path = await withOwnLines(pass, original, text);
      const lines = text.split(/\r?\n/);
      // Cppcheck reports findings in a header when it analyses the header itself. A path outside the target comes from
      // a line marker in the text.
      const errors = (await check(pass, path, original)).flatMap((error) => {
        if (error.place === undefined || error.place.file === path) return error;
        return error.place.file.startsWith(`${pass.root}/`) ? [] : { ...error, place: { ...error.place, line: 0 } };
      });
      const problems = errors.flatMap((error) => problemOf(error, lines) ?? []);
      const broken = errors.find(({ id }) => isUnreadable(id));
      if (broken === undefined) return distinct(problems);
      // Findings from before the failure are still valid.
      for (const { id, rules } of tools) {
        for (const problem of distinct(problems))
          if (Object.hasOwn(rules, problem.rule)) report.finding(id, { ...problem, file: file.staged });
      }
      const line = broken.place === undefined ? '' : `line ${broken.place.line}: `;
      throw new Unreadable(`${line}${oneLine(broken.message)}`);
    });
  },
};

/** Characters in a path that Cppcheck misreads: it takes `\` for a separator and drops `"`. */
const MISREAD = /[\\"]/g;

/**
 * Removes line markers, which claim that the lines come from another file: Cppcheck would report findings there, where
 * nobody would see them. A file with markers is judged as a copy without them. A file whose path Cppcheck misreads is
 * judged as a copy too.
 * @returns the path of the file, or of its copy
 */
async function withOwnLines(pass: EnginePass, path: string, text: string): Promise<string> {
  const own = withoutLineMarkers(text);
  if (own === text && path.search(MISREAD) < 0) return path;
  const copy = join(pass.scratch, basename(path).replace(MISREAD, '_'));
  await writeFile(copy, own);
  return copy;
}

/**
 * @param original the file, if `path` is a copy: its includes are beside the original
 * @returns Cppcheck's findings in a file and in the headers that it includes
 */
async function check(pass: EnginePass, path: string, original: string): Promise<CppcheckError[]> {
  const reportPath = join(pass.scratch, 'cppcheck.xml');
  try {
    const end = await run(pass, programOf(pass, 'cppcheck'), {
      args: [...OPTIONS, ...(path === original ? [] : [`-I${dirname(original)}`]), `--output-file=${reportPath}`, path],
      timeLimit: FILE_TIME,
    });
    if (end.timedOut) throw new Unreadable(`cppcheck needed more than ${FILE_TIME / 1_000} s for this file`);
    if (end.signal !== null) throw new Unreadable(`cppcheck was ended by ${end.signal} on this file`);
    if (end.code !== 0) throw new Error(`cppcheck ended with code ${end.code}: ${end.said}`);
    if ((await stat(reportPath)).size > MAX_REPORT)
      throw new Unreadable('cppcheck found more in this file than can be read');
    return readReport(await readFile(reportPath, 'utf8'));
  } finally {
    await rm(reportPath, { force: true });
    if (path !== original) await rm(path, { force: true });
  }
}

/** Runs a program. The result has the end of its output too. */
async function run(pass: EnginePass, program: string, options: Pick<ProgramRun, 'args' | 'timeLimit'>) {
  const outputPath = join(pass.scratch, 'cppcheck-output.txt');
  const end = await runProgram({ program, ...options, cwd: pass.scratch, outputPath });
  const printed = await readFile(outputPath, 'utf8');
  return { ...end, printed, said: oneLine((end.errors || printed).slice(-500)) };
}

const output = async (pass: EnginePass, program: string, args: readonly string[]): Promise<string> =>
  (await run(pass, program, { args, timeLimit: FILE_TIME })).printed;

function problemOf({ id, severity, message, isInconclusive, place }: CppcheckError, lines: readonly string[]) {
  const rule = ruleOf(id, severity, message);
  if (rule === undefined || isInconclusive || place === undefined) return undefined;
  if (isOfAssertion(rule, message, lines, place.line)) return undefined;
  const problem: Problem = {
    rule: rule === 'out-of-bounds' ? boundsRule(id, lines[place.line - 1] ?? '', place.column) : rule,
    ...(place.line > 0 && { line: place.line, ...(place.column > 0 && { column: place.column }) }),
    // `sscanf` usually reads a text that the program already has, not input as `scanf` does.
    ...(id === 'invalidscanf' && /\bsscanf\b/.test(lines[place.line - 1] ?? '') && { severity: 'medium' as const }),
    message: rule.startsWith('other-') ? `${oneLine(message)} (${id})` : oneLine(message),
  };
  return problem;
}

/** Removes duplicates: Cppcheck judges the same place once for each macro configuration, and by several checks. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((each) => [`${each.rule} ${each.line}`, each])).values(),
];
