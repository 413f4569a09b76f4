import { availableParallelism } from 'node:os';
import { join } from 'node:path/posix';
import picomatch from 'picomatch';
import type { Engine, EnginePass, PassReporter } from '../engine';
import type { StagedFile } from '@assay/target-records';
import { type FileKind, fileKind, lintSkipReason } from './file-kind';
import { type FileReport, type LintJob, SYNTAX_RULE, TWICE_RULE } from './lint-job';
import { failureOf, freshTally, tally, type ToolTally } from './tool-outcome';
import { type IdleWorker, lintInWorkers } from './worker-pool';

/**
 * Runs ESLint with its plugins once for all tools of the pass, so each file is parsed once. All rules on 325,000 lines
 * take a minute of processor time, so many files are distributed over worker threads.
 */
export const engine: Engine = { run };

/** A second worker needs three seconds to load plugins. In that time, one worker lints a megabyte. */
const BYTES_A_WORKER = 1_000_000;
const MAX_WORKERS = 4;
/**
 * The other engines of a session run at the same time and together take as much processor time. One worker per
 * processor would only load the plugins twice.
 */
const SHARE_OF_PROCESSORS = 0.5;
const PROGRESS_EVERY = 20;
/**
 * Workers for later passes. A process that serves one pass ends with its workers; one that serves several need not load
 * the plugins again.
 */
const idle: IdleWorker[] = [];

async function run(pass: EnginePass, report: PassReporter): Promise<void> {
  report.engine('ESLint', (require('eslint/package.json') as { version: string }).version);
  const tallies = new Map(pass.tools.map((tool) => [tool.id, freshTally(tool)]));
  const jobs = plan(pass, tallies, report);
  const unavailable = new Map<string, string>();
  const settle = (id: string) => {
    const each = tallies.get(id)!;
    const failure = failureOf(each, unavailable);
    if (failure) report.failed(id, failure);
    else report.completed(id, { filesChecked: each.files });
  };
  const left = new Map(pass.tools.map(({ id }) => [id, 0]));
  for (const id of jobs.flatMap(({ tools }) => tools)) left.set(id, left.get(id)! + 1);
  for (const [id, files] of left) if (files === 0) settle(id);

  if (jobs.length > 0) {
    await lintInWorkers(jobs, {
      setup: { tools: pass.tools.filter(({ id }) => left.get(id)! > 0) },
      workers: workersFor(pass.files, jobs.length),
      idle,
      onReport: (file) => {
        for (const { rule, reason } of file.unavailable ?? []) unavailable.set(rule, reason);
        const job = jobs[file.index]!;
        record(job, file, tallies, report);
        if (file.index % PROGRESS_EVERY === 0) report.progress(file.index + 1, jobs.length);
        // Reports a tool at once after its last file, so that later failures of the pass do not affect it.
        for (const id of job.tools) {
          left.set(id, left.get(id)! - 1);
          if (left.get(id) === 0) settle(id);
        }
      },
    });
  }
  report.progress(jobs.length, jobs.length);
}

const workersFor = (files: readonly StagedFile[], jobs: number): number => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const processors = Math.floor(availableParallelism() * SHARE_OF_PROCESSORS);
  return Math.max(1, Math.min(Math.ceil(bytes / BYTES_A_WORKER), processors, MAX_WORKERS, jobs));
};

/** Programs come after pages and data, so that the tools of those are done before the pass can run out of time. */
const isProgram = (kind: FileKind): boolean => !['yaml', 'json', 'toml', 'html'].includes(kind);

type Tallies = Map<string, ToolTally>;

/** Decides which file is linted for which tools. Files that are not linted at all are reported here. */
function plan(pass: EnginePass, tallies: Tallies, report: PassReporter): LintJob[] {
  const looks = pass.tools.map((tool) => ({ tool, matches: picomatch([...tool.files], { dot: true }) }));
  return pass.files
    .flatMap((file) => {
      const tools = looks.filter(({ matches }) => matches(file.staged)).map(({ tool }) => tool.id);
      const reason = lintSkipReason(file);
      if (reason === undefined)
        return tools.length === 0
          ? []
          : [{ path: join(pass.root, file.staged), staged: file.staged, kind: fileKind(file.staged)!, tools }];
      for (const id of tools) {
        report.unreadable(id, file.staged, reason);
        tallies.set(id, tally(tallies.get(id)!, []));
      }
      return [];
    })
    .sort((one, other) => Number(isProgram(one.kind)) - Number(isProgram(other.kind)))
    .map((job, index) => ({ index, ...job }));
}

/** Inputs of suites that check parsers, named after the habit of JSON_checker: `jsonchecker/fail10.json`. */
const IS_MEANT_TO_FAIL =
  /(?:^|\/)[\w.-]*(?:json|yaml|toml)[_-]?(?:check|test|suite)\w*\/(?:[^/]+\/)*(?:fail|invalid|bad|n_)[^/]*$/i;

const KEY_TWICE = 'Map keys must be unique';

function record(job: LintJob, file: FileReport, tallies: Tallies, report: PassReporter): void {
  for (const id of job.tools) {
    const before = tallies.get(id)!;
    const { rules } = before.tool;
    for (const { rule, ...place } of file.findings)
      if (rule in rules) report.finding(id, { rule, file: job.staged, ...place });
    const isTwice = file.syntaxError?.message === KEY_TWICE && TWICE_RULE in rules;
    if (file.syntaxError && SYNTAX_RULE in rules && !IS_MEANT_TO_FAIL.test(job.staged))
      report.finding(id, { rule: isTwice ? TWICE_RULE : SYNTAX_RULE, file: job.staged, ...file.syntaxError });
    if (file.unreadable !== undefined) report.unreadable(id, job.staged, file.unreadable);
    for (const { rule, reason } of file.brokenRules)
      if (rule in rules) report.unreadable(id, job.staged, `rule ${rule} ${reason}`);
    tallies.set(id, tally(before, file.brokenRules));
  }
}
