import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Appends, appendsOf } from './appends';
import { environmentFor, type NodeInstallation } from './environment';
import { type Suites, suitesOf } from './jest-summary';
import { unsupportedPackages } from './npm-warnings';
import { failureOf, type ProgramEnd } from './program-end';
import { allEnded, type Circumstances, runLogged } from './run-logged';
import type { Load } from './soak/schedule';
import { runSoak, type SoakFigures } from './soak/soak';
import type { Step } from './steps';

/** The outcome of the steps on one Node.js; the fields of steps that were not run or not reached are undefined. */
export interface Outcome {
  readonly version: string;
  /** Packages that warned that they do not support this Node.js. */
  unsupported?: readonly string[];
  suites?: Suites;
  appends?: Appends;
  soak?: SoakFigures;
  readonly passed: Step[];
  readonly failed: Step[];
}

export interface Trial {
  readonly node: NodeInstallation;
  readonly steps: readonly Step[];
  readonly load: Load;
  /** The repository and its commit to try. */
  readonly repository: string;
  readonly commit: string;
  /** The folder for the clone and the logs; the logs stay. */
  readonly folder: string;
  /** Whether the clone stays after a failure. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Runs the steps on one Node.js in a fresh clone. After a failed step the next one runs nevertheless, unless the failed
 * step was the installation.
 *
 * @throws the reason of the signal if it is aborted; an Error if the clone cannot be made
 */
export async function tryNode(trial: Trial): Promise<Outcome> {
  const { node, steps, folder, keep, signal, say } = trial;
  const outcome: Outcome = { version: node.version, passed: [], failed: [] };
  const project = join(folder, 'assay');
  const store = join(folder, 'soak');
  try {
    await mkdir(store, { recursive: true });
    await clone(trial, project);
    for (const step of steps) {
      if (outcome.failed.includes('install')) break;
      await runStep(step, trial, outcome, project);
    }
  } finally {
    await allEnded();
    if (keep && outcome.failed.length > 0 && !signal.aborted) say(`the clone stays in ${project}`);
    else for (const made of [project, store, join(folder, 'bin')]) await rm(made, { recursive: true, force: true });
  }
  return outcome;
}

async function clone({ repository, commit, folder, signal, node }: Trial, project: string): Promise<void> {
  const of = {
    cwd: folder,
    env: environmentFor(node, process.env),
    log: join(folder, 'clone.log'),
    limit: 5 * MINUTE,
    signal,
  };
  for (const args of [
    ['clone', '--quiet', '--local', '--no-checkout', repository, project],
    ['-C', project, 'checkout', '--quiet', '--detach', commit],
  ])
    assertSuccess(`git ${args.join(' ')}`, await runLogged('git', args, of));
}

/** Records whether the step passed; a failure is reported with the end of the output. */
async function runStep(step: Step, trial: Trial, outcome: Outcome, project: string): Promise<void> {
  const { node, folder, signal } = trial;
  const log = join(folder, `${step}.log`);
  const say = (line: string) => trial.say(`${step}: ${line}`);
  const of = { cwd: project, env: environmentFor(node, process.env), log, signal };
  const began = performance.now();
  const elapsed = () => `${Math.round((performance.now() - began) / 1_000)} s`;
  const teller = setInterval(() => say(`running for ${elapsed()}`), MINUTE * 1_000);
  say(`started; it prints to ${log}`);
  try {
    await STEP[step]({ ...trial, say }, outcome, of);
    outcome.passed.push(step);
    say(`passed in ${elapsed()}`);
  } catch (error) {
    signal.throwIfAborted();
    outcome.failed.push(step);
    say(`FAILED after ${elapsed()}: ${error instanceof Error ? error.message : String(error)}`);
    for (const line of await endOfFile(log)) trial.say(`  ${line}`);
  } finally {
    clearInterval(teller);
  }
}

type Run = (trial: Trial, outcome: Outcome, of: Omit<Circumstances, 'limit'>) => Promise<void>;

/** Seconds. */
const MINUTE = 60;

const STEP: Readonly<Record<Step, Run>> = {
  async install(_, outcome, of) {
    const { output } = await npm(['ci'], { ...of, limit: 30 * MINUTE });
    outcome.unsupported = unsupportedPackages(output);
    if (outcome.unsupported.length > 0)
      throw new Error(`these packages do not support this Node.js: ${outcome.unsupported.join(', ')}`);
  },

  async test(_, outcome, of) {
    const end = await runLogged('npm', ['test'], { ...of, limit: 60 * MINUTE });
    outcome.suites = suitesOf(end.output);
    assertSuccess('npm test', end);
  },

  async platform(_, outcome, of) {
    const end = await runLogged('npm', ['run', 'test:platform'], { ...of, limit: 60 * MINUTE });
    outcome.suites = suitesOf(end.output);
    assertSuccess('npm run test:platform', end);
  },

  async demo(_, __, of) {
    await npm(['run', 'demo'], { ...of, limit: 10 * MINUTE });
  },

  async appends(_, outcome, of) {
    const args = ['run', '--silent', 'bench', '--', '--only', 'appends', '--json'];
    outcome.appends = appendsOf((await npm(args, { ...of, limit: 10 * MINUTE })).output);
  },

  async soak({ folder, load, say }, outcome, of) {
    const manifest = JSON.parse(await readFile(join(of.cwd, 'package.json'), 'utf8')) as { bin: { assay: string } };
    const command = join(of.cwd, manifest.bin.assay);
    outcome.soak = await runSoak({ project: of.cwd, command, load, say }, { ...of, cwd: join(folder, 'soak') });
  },
};

async function npm(args: readonly string[], of: Circumstances): Promise<ProgramEnd> {
  const end = await runLogged('npm', args, of);
  assertSuccess(`npm ${args.join(' ')}`, end);
  return end;
}

function assertSuccess(what: string, end: ProgramEnd): void {
  const failure = failureOf(end);
  if (failure) throw new Error(`${what} ${failure}`);
}

/** The last 30 lines of the file. */
async function endOfFile(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-30);
}
