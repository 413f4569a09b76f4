import 'reflect-metadata';
import { InvalidSetting, RefusedError, messageOf } from '@assay/kernel';
import { CommanderError } from 'commander';
import pc from 'picocolors';
import { CommandFailed, EXIT } from './exit-status';
import { printable } from './output/printable';
import { createProgram } from './program';

/** Errors whose message says all that a person needs; anything else is a fault of ours and shows its stack. */
const EXPECTED = new Set([
  'EventStoreLocked',
  'EventStoreCorrupt',
  'EventStoreUnavailable',
  'InvalidPriceList',
  'PriceListChanged',
  'ReadModelStoreCorrupt',
  'ReadModelStoreLocked',
  'ReadModelStoreUnavailable',
  'SqliteDriverMissing',
  'StagingRootLocked',
  'StartRefused',
  'UnknownFact',
  'Unreachable',
]);

/**
 * Runs one command and says on standard error what went wrong.
 *
 * @param args as in `process.argv`
 * @returns the exit status
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram(args.slice(2)).parseAsync(args);
    return Number(process.exitCode ?? EXIT.pass);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.usage;
    const expected =
      error instanceof CommandFailed ||
      error instanceof RefusedError ||
      error instanceof InvalidSetting ||
      (error instanceof Error && EXPECTED.has(error.name));
    process.stderr.write(
      `${pc.red('error:')} ` +
        `${printable(expected || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message))}\n`,
    );
    return error instanceof CommandFailed ? error.status : EXIT.usage;
  }
}
