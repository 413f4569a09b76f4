import { availableParallelism } from 'node:os';
import { join } from 'node:path/posix';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, EnginePass, PassReporter, StagedFile } from '../engine';
import { fileKind, whyNotLinted } from './file-kind';
import { rulesOf } from './lint-config';
import { type FileReport, type LintJob, SYNTAX_RULE } from './lint-job';
import { declaredNodeVersions } from './node-versions';
import { lintInWorkers } from './worker-pool';

/**
 * ESLint with its plugins, one run for all tools of the pass: a file is parsed once. Sonar's rules on 150,000 lines take
 * half a minute, so that many files are shared out over worker threads.
 */
export const engine: Engine = { id: 'eslint', run };

/** A second worker spends three seconds on loading plugins, which is what one lints a megabyte in. */
const BYTES_A_WORKER = 1_000_000;
const MAX_WORKERS = 4;
/** A rule that throws on this many files, and on this share of what its tool looks at, is broken: so is the tool. */
const BROKEN_FILES = 5;
const BROKEN_SHARE = 0.1;
const PROGRESS_EVERY = 20;

/** A tool's share of the pass, as it goes on. */
interface ToolProgress {
  readonly tool: ToolDefinition;
  filesChecked: number;
  readonly broken: Map<string, { files: number; reason: string }>;
}

async function run(pass: EnginePass, report: PassReporter): Promise<void> {
  report.engine('ESLint', (require('eslint/package.json') as { version: string }).version);
  const progress = new Map(pass.tools.map((tool) => [tool.id, { tool, filesChecked: 0, broken: new Map() } satisfies ToolProgress]));
  const jobs = plan(pass, report);
  const active = new Set(jobs.flatMap(({ tools }) => tools));
  const unavailable = new Map<string, string>();

  if (jobs.length > 0) {
    await lintInWorkers(jobs, {
      setup: { tools: pass.tools.filter(({ id }) => active.has(id)), kinds: [...new Set(jobs.map(({ kind }) => kind))] },
      workers: workersFor(pass.files, jobs.length),
      onReady: (ready) => ready.unavailable.forEach(({ rule, reason }) => unavailable.set(rule, reason)),
      onReport: (file) => {
        record(jobs[file.index]!, file, progress, report);
        if (file.index % PROGRESS_EVERY === 0) report.progress(file.index + 1, jobs.length);
      },
    });
  }
  report.progress(jobs.length, jobs.length);
  for (const each of progress.values()) settle(each, unavailable, report);
}

const workersFor = (files: readonly StagedFile[], jobs: number): number => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return Math.max(1, Math.min(Math.ceil(bytes / BYTES_A_WORKER), availableParallelism(), MAX_WORKERS, jobs));
};

/** Which file is linted for which tools. Files that are not linted at all are reported here. */
function plan(pass: EnginePass, report: PassReporter): LintJob[] {
  const looks = pass.tools.map((tool) => ({ tool, matches: picomatch([...tool.files], { dot: true }) }));
  const nodeVersions = declaredNodeVersions(pass.root);
  return pass.files
    .flatMap((file) => {
      const tools = looks.filter(({ matches }) => matches(file.staged)).map(({ tool }) => tool.id);
      const reason = whyNotLinted(file);
      if (reason) for (const tool of tools) report.unreadable(tool, file.staged, reason);
      return reason || tools.length === 0 ? [] : [{ path: join(pass.root, file.staged), staged: file.staged, kind: fileKind(file.staged)!, tools, nodeVersions: nodeVersions(file.staged) }];
    })
    .map((job, index) => ({ index, ...job }));
}

function record(job: LintJob, file: FileReport, progress: ReadonlyMap<string, ToolProgress>, report: PassReporter): void {
  for (const id of job.tools) {
    const own = progress.get(id)!;
    for (const { rule, ...place } of file.findings) if (rule in own.tool.rules) report.finding(id, { rule, file: job.staged, ...place });
    if (file.syntaxError && SYNTAX_RULE in own.tool.rules) report.finding(id, { rule: SYNTAX_RULE, file: job.staged, ...file.syntaxError });
    if (file.unreadable === undefined) own.filesChecked += 1;
    else report.unreadable(id, job.staged, file.unreadable);
    for (const { rule, reason } of file.brokenRules) {
      if (!(rule in own.tool.rules)) continue;
      report.unreadable(id, job.staged, `rule ${rule} threw: ${reason}`);
      own.broken.set(rule, { files: (own.broken.get(rule)?.files ?? 0) + 1, reason });
    }
  }
}

function settle({ tool, filesChecked, broken }: ToolProgress, unavailable: ReadonlyMap<string, string>, report: PassReporter): void {
  const missing = rulesOf(tool).find((rule) => unavailable.has(rule));
  const [rule, worst] = [...broken].find(([, { files }]) => files >= BROKEN_FILES && files >= filesChecked * BROKEN_SHARE) ?? [];
  if (missing) report.failed(tool.id, unavailable.get(missing)!);
  else if (worst) report.failed(tool.id, `rule ${rule} threw on ${worst.files} of ${filesChecked} files: ${worst.reason}`);
  else report.completed(tool.id, { filesChecked });
}
