import { PriceListChanged } from '@assay/billing';
import { InvalidPriceList, InvalidSetting, type Role, messageOf, readSettings } from '@assay/kernel';
import { Unreachable } from '@assay/platform';
import { availableParallelism } from 'node:os';
import { runService } from './run-service';
import { StartRefused } from './start-refused';

/** As the command line ends where something is set up wrong. */
const SET_UP_ERROR = 3;

/** Errors whose message says all that a person needs. */
const EXPECTED = [InvalidSetting, InvalidPriceList, PriceListChanged, StartRefused, Unreachable];

/** Runs the entry point of a single role: `assay serve --roles <role>`, with settings from the environment alone. */
export function runRole(role: Role): void {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const run = async () => runService(readSettings(process.env, { ASSAY_ROLES: role }, availableParallelism()), print);
  run().then(
    () => process.stdout.write('', () => process.exit(0)),
    (error: unknown) => {
      const expected = EXPECTED.some((kind) => error instanceof kind);
      process.stderr.write(
        `error: ${expected || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message)}\n`,
        () => process.exit(SET_UP_ERROR),
      );
    },
  );
}
