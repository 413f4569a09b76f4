import { isEmbedded } from '@assay/platform';
import { projections } from '@assay/projections';
import { Command } from 'commander';
import pc from 'picocolors';
import { openPlatform } from '@assay/runtime';
import { existingEventsOf } from '../embedded-events';
import { CommandFailed } from '../exit-status';
import { settingsWith } from '../settings';

export const rebuildCommand = (): Command =>
  new Command('rebuild')
    .argument('[name]', `which: ${projections.map(({ name }) => name).join(', ')}; all of them where none is named`)
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action(async (name: string | undefined, { dataDir }: { dataDir?: string }) => {
      const known = projections.map((projection) => projection.name);
      if (name !== undefined && !known.includes(name))
        throw new CommandFailed(`there is no read model named ${name}; there are: ${known.join(', ')}`);
      const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
      if (isEmbedded(settings.eventStoreUrl)) existingEventsOf(settings, 'read');
      const platform = await openPlatform(settings);
      try {
        for (const each of name === undefined ? known : [name]) {
          const started = performance.now();
          let read = 0;
          await platform.projector.rebuild(each, {
            onProgress({ events, eventsPerSecond, position, head }) {
              read = events;
              if (process.stderr.isTTY)
                process.stderr.write(
                  `\r${each}: ${Math.floor((position / Math.max(1, head)) * 100)} %, ` +
                    `${Math.round(eventsPerSecond)} events/s `,
                );
            },
          });
          const seconds = (performance.now() - started) / 1000;
          if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
          process.stdout.write(`${pc.green('✓')} ${each}: ${read} events in ${seconds.toFixed(2)} s\n`);
        }
      } finally {
        await platform.close();
      }
    });
