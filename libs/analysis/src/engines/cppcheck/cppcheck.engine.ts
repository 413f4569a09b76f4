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

/** Larger files are the output of a generator, or many files in one, and take minutes. */
const MAX_BYTES = 1024 * 1024;
/** Milliseconds. Of 760 files of curl, each took less than 10 s; those with deep macros never end. */
const FILE_TIME = 60_000;
/** Bytes. More than 10,000 findings in one file help nobody. */
const MAX_REPORT = 16 * 1024 * 1024;

/**
 * What Cppcheck is asked for. Its checks of style are left out: `logic-errors` has those that find defects. Comments of
 * the target hide nothing, because `--inline-suppr` is not given, and it reads no project file. The platform is fixed,
 * so that the same file is judged alike on every machine. It tries some of the ways in which macros may be set, because
 * each takes as long as the first.
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

/** Cppcheck as this machine has it, file by file, so that one that ends it costs no other. */
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
      // What is in a header is found when that is judged itself. A name that is no path here, the text has made up.
      const errors = (await check(pass, path, original)).flatMap((error) => {
        if (error.place === undefined || error.place.file === path) return error;
        return error.place.file.startsWith(`${pass.root}/`) ? [] : { ...error, place: { ...error.place, line: 0 } };
      });
      const problems = errors.flatMap((error) => problemOf(error, lines) ?? []);
      const broken = errors.find(({ id }) => isUnreadable(id));
      if (broken === undefined) return distinct(problems);
      // What was found before it gave up is true nevertheless.
      for (const { id, rules } of tools) {
        for (const problem of distinct(problems))
          if (Object.hasOwn(rules, problem.rule)) report.finding(id, { ...problem, file: file.staged });
      }
      const line = broken.place === undefined ? '' : `line ${broken.place.line}: `;
      throw new Unreadable(`${line}${oneLine(broken.message)}`);
    });
  },
};

/** What Cppcheck reads in a path as something else: a folder's end, and nothing. */
const MISREAD = /[\\"]/g;

/**
 * Where a text says of itself that its lines are those of another file, Cppcheck would report them there, and nobody
 * would find them. Such a file is judged as a copy without that, and one whose path Cppcheck misreads as a copy, too.
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
 * @param original the file, if `path` is a copy: what it includes lies beside it
 * @returns what Cppcheck says of a file and of the headers that it includes
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

/** Runs a program, and adds the end of what it said to how it ended. */
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
    // A text that the program has already is its own more often than the input that `scanf` reads.
    ...(id === 'invalidscanf' && /\bsscanf\b/.test(lines[place.line - 1] ?? '') && { severity: 'medium' as const }),
    message: rule.startsWith('other-') ? `${oneLine(message)} (${id})` : oneLine(message),
  };
  return problem;
}

/** The same place is judged again for each way in which macros may be set, and by several of its checks. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((each) => [`${each.rule} ${each.line}`, each])).values(),
];
