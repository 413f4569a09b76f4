import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import type { Engine, EnginePass, PassReporter, RawFinding } from '../engine';
import { profileOf } from '../engine-table';
import { inHalves } from '../kit/in-halves';
import { oneLine } from '../kit/per-file';
import { programOf, runProgram } from '../kit/run-program';
import { saidVersion } from '../kit/said-version';
import { type GosecReport, readReport } from './gosec.output';
import { packagesOf } from './packages';
import { rulePutInTheShade, ruleOf } from './rule-ids';
import { type Workspace, makeWorkspace } from './workspace';

/** Packages of one run. The findings of a run are reported before the next begins, so that they are kept. */
const PACKAGES = 25;
/** Milliseconds. The first run compiles what of Go's own library the packages use, which takes half a minute. */
const FIRST_RUN_TIME = 120_000;

/**
 * Milliseconds. A package that never ends is looked for by halves (see `inHalves`). Each run is given less than the one
 * before, so that finding it leaves the others of the tool's time.
 */
const laterRunTime = (packages: number): number => Math.max(20_000, 4_000 * packages);
/** Bytes. */
const MAX_REPORT = 64 * 1024 * 1024;

/**
 * No configuration is read, comments hide nothing, tests and findings make no error. Each package is loaded with two
 * threads, because each holds the types of all that it imports.
 */
const OPTIONS = ['-fmt=json', '-no-fail', '-nosec', '-concurrency=2'];

/**
 * How Go is run: it builds nothing that runs, asks for nothing on the network, and obeys no file of the target. Without
 * modules (`GO111MODULE`) it reads no `go.mod`; without C no compiler of C is called with the target's flags; and the
 * platform is fixed, so that a target is judged alike on every machine.
 */
const environmentFor = (go: string, scratch: string): Readonly<Record<string, string>> => ({
  PATH: dirname(go),
  GOROOT: dirname(dirname(go)),
  GOPATH: join(scratch, 'go'),
  GOCACHE: join(scratch, 'go-cache'),
  GO111MODULE: 'off',
  GOENV: 'off',
  GOFLAGS: '',
  GOWORK: 'off',
  GOPROXY: 'off',
  GOSUMDB: 'off',
  GOVCS: '*:off',
  GOTOOLCHAIN: 'local',
  GOPACKAGESDRIVER: 'off',
  CGO_ENABLED: '0',
  GOOS: 'linux',
  GOARCH: 'amd64',
});

/** gosec as this machine has it, on copies of the target's Go files (see workspace.ts). */
export const engine: Engine = {
  async run(pass, report) {
    const [go, gosec] = [programOf(pass, 'go'), programOf(pass, 'gosec')];
    const environment = environmentFor(go, pass.scratch);
    report.engine('gosec', (await versionOf(pass, { go, gosec }, environment)) ?? 'unknown');
    const workspace = await makeWorkspace(pass, environment['GOPATH']!);
    const { folders, unreadable } = await packagesOf(workspace, { go, scratch: pass.scratch, environment });
    const reporting = reporterFor(pass, report);
    reporting.unreadable([...workspace.unreadable, ...unreadable]);

    let done = 0;
    let isFirst = true;
    for (let at = 0; at < folders.length; at += PACKAGES) {
      const batch = folders.slice(at, at + PACKAGES);
      await inHalves(
        batch,
        async (some) => {
          const timeLimit = isFirst ? FIRST_RUN_TIME : laterRunTime(some.length);
          isFirst = false;
          const judged = await judge(pass, { gosec, folders: some, environment, timeLimit });
          if (typeof judged === 'string') return judged;
          reporting.judged(judged, workspace);
          return undefined;
        },
        (folder, reason) => reporting.unreadable(filesIn(folder, workspace).map((file) => [file, reason])),
      );
      report.progress((done += batch.length), folders.length);
    }
    for (const { id, matches } of reporting.tools)
      report.completed(id, { filesChecked: pass.files.filter(({ staged }) => isGo(staged) && matches(staged)).length });
  },
};

const isGo = (staged: string): boolean => staged.endsWith('.go');

async function versionOf(
  { scratch }: EnginePass,
  paths: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const outputPath = join(scratch, 'version.txt');
  return saidVersion(profileOf('gosec').asksVersion!, paths, async (program, args) => {
    await runProgram({ program, args, cwd: scratch, outputPath, environment });
    return readFile(outputPath, 'utf8');
  });
}

interface Run {
  readonly gosec: string;
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeLimit: number;
}

/** @returns what gosec found, or why the run died, which may be the fault of one package */
async function judge(
  { scratch }: EnginePass,
  { gosec, folders, environment, timeLimit }: Run,
): Promise<GosecReport | string> {
  const [reportPath, outputPath] = [join(scratch, 'gosec.json'), join(scratch, 'gosec-output.txt')];
  try {
    const args = [...OPTIONS, `-out=${reportPath}`, ...folders];
    const end = await runProgram({ program: gosec, args, cwd: scratch, outputPath, environment, timeLimit });
    if (end.timedOut) return `gosec needed more than ${timeLimit / 1_000} s`;
    if (end.signal !== null) return `gosec was ended by ${end.signal} on this package`;
    // The code of Go's runtime for a panic, which one package causes.
    if (end.code === 2) return `gosec broke on this package: ${oneLine(/^panic: .*/m.exec(end.errors)?.[0] ?? '')}`;
    if (end.code !== 0) throw new Error(`gosec ended with code ${end.code}: ${oneLine(end.errors.slice(-500))}`);
    if ((await stat(reportPath)).size > MAX_REPORT) return 'gosec found more in this package than can be read';
    return readReport(await readFile(reportPath, 'utf8'));
  } finally {
    await rm(reportPath, { force: true });
  }
}

/** Messages of Go's parser about a file that it cannot read to its end. It has other messages about unknown types. */
const SYNTAX_ERROR = /^(?:expected |missing ['",]|illegal |syntax error|.* not terminated$)/;

function reporterFor({ tools }: EnginePass, report: PassReporter) {
  const audience = tools.map(({ id, rules, files }) => ({ id, rules, matches: picomatch([...files], { dot: true }) }));
  const reporting = {
    tools: audience,
    unreadable(files: readonly (readonly [string, string])[]): void {
      for (const [file, reason] of files)
        for (const { id, matches } of audience) if (matches(file)) report.unreadable(id, file, reason);
    },
    judged({ issues, errors }: GosecReport, workspace: Workspace): void {
      const shaded = new Set(issues.map((issue) => `${rulePutInTheShade(ruleOf(issue))} ${issue.file} ${issue.line}`));
      const seen = new Set<string>();
      for (const issue of issues) {
        const file = workspace.files.get(issue.file);
        if (file === undefined) throw new Error('gosec wrote of a file that it was not given');
        const rule = ruleOf(issue);
        // Two of its checks may look for the same.
        const key = `${rule} ${issue.file} ${issue.line}`;
        if (seen.has(key) || shaded.has(key)) continue;
        seen.add(key);
        const [line = NaN, endLine] = issue.line.split('-').map(Number);
        const column = Number(issue.column);
        const finding: RawFinding = {
          rule,
          file,
          ...(line > 0 && { line, ...(column > 0 && { column }), ...(endLine! > line && { endLine: endLine! }) }),
          message: oneLine(rule.startsWith('other-') ? `${issue.details} (${issue.rule_id})` : issue.details),
        };
        for (const { id, rules } of audience) if (Object.hasOwn(rules, rule)) report.finding(id, finding);
      }
      reporting.unreadable(
        Object.entries(errors).flatMap(([path, said]) => {
          const file = workspace.files.get(path);
          const broken = said.find(({ error }) => SYNTAX_ERROR.test(error));
          return file && broken ? [[file, `line ${broken.line}: ${oneLine(broken.error)}`] as const] : [];
        }),
      );
    },
  };
  return reporting;
}

const filesIn = (folder: string, { files }: Workspace): string[] =>
  [...files].filter(([path]) => dirname(path) === folder).map(([, staged]) => staged);
