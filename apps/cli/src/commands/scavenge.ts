import { counted } from '@assay/kernel';
import { scavengeEventStore } from '@assay/event-store';
import { isEmbedded } from '@assay/platform';
import { vacuumSqliteReadModels } from '@assay/read-models';
import { Command } from 'commander';
import { existsSync } from 'node:fs';
import pc from 'picocolors';
import { existingEventsOf } from '../embedded-events';
import { settingsWith } from '../settings';

export const scavengeCommand = (): Command =>
  new Command('scavenge')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .addHelpText(
      'after',
      `
What was deleted, such as the findings of a deleted project, can be read by nobody, but stays in the files until then.
Ids and positions stay, so that nothing is done twice. It needs as much free space as the files take, may be killed at
any moment, and does the rest the next time. Backups, and what a restore kept beside the store, have what they had.
EventStoreDB scavenges by itself or when it is told (POST /admin/scavenge); MongoDB uses the space again.`,
    )
    .action(({ dataDir }: { dataDir?: string }) => {
      const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
      const file = existingEventsOf(settings, 'scavenged');
      const { events, bytesBefore, bytesAfter } = scavengeEventStore(file);
      process.stdout.write(
        `${pc.green('✓')} ${file}: the content of ${counted(events, 'event')} was removed; ` +
          `${megabytes(bytesBefore)} before, ${megabytes(bytesAfter)} now\n`,
      );
      const { readModelUrl } = settings;
      const readModels = readModelUrl.slice('sqlite:'.length);
      if (!isEmbedded(readModelUrl) || !existsSync(readModels)) return;
      vacuumSqliteReadModels(readModels);
      process.stdout.write(`${pc.green('✓')} ${readModels}: what was deleted is gone\n`);
    });

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
