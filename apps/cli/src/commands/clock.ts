import { LedgerTime } from '@assay/billing';
import { Command } from 'commander';
import { startLocalAdministration } from '../administration';

interface ClockOptions {
  readonly dataDir?: string;
}

const DATA_DIR = ['--data-dir <directory>', 'where the embedded stores are'] as const;

export const clockCommand = (): Command =>
  new Command('clock')
    .addCommand(
      new Command('show')
        .description('the time of this machine, and the newest one that the store has recorded')
        .option(...DATA_DIR)
        .action((options: ClockOptions) => withTime(options, show)),
    )
    .addCommand(
      new Command('accept')
        .description(
          'confirm that the clock of this machine is right, after more than a month in which the service did not ' +
            'run; the next command of each organization closes the months up to now',
        )
        .option(...DATA_DIR)
        .action((options: ClockOptions) => withTime(options, accept)),
    );

async function show(time: LedgerTime): Promise<void> {
  const newest = (await time.newest()) ?? 'none';
  process.stdout.write(`clock of this machine  ${new Date().toISOString()}\nnewest recorded time   ${newest}\n`);
}

async function accept(time: LedgerTime): Promise<void> {
  process.stdout.write(`accepted ${await time.accept()}\n`);
}

async function withTime({ dataDir }: ClockOptions, work: (time: LedgerTime) => Promise<void>): Promise<void> {
  const administration = await startLocalAdministration(dataDir);
  try {
    await work(administration.app.get(LedgerTime));
  } finally {
    await administration.close();
  }
}
