import { beginRestore } from '@assay/event-store';
import { Command } from 'commander';
import { existsSync } from 'node:fs';
import pc from 'picocolors';
import { embeddedEventsOf, isSameFile } from '../embedded-events';
import { CommandFailed, EXIT } from '../exit-status';
import { interruptible } from '../interruption';
import { percentOn } from '../output/percent';
import { settingsWith } from '../settings';
import { replacedAnchorsText } from '../replaced-anchors';
import { anchorsBeside } from '../restored-anchors';
import { auditStore, auditText } from '../store-audit';

interface RestoreOptions {
  readonly force?: boolean;
  readonly dataDir?: string;
}

export const restoreCommand = (): Command =>
  new Command('restore')
    .argument('<file>', 'the backup; one that was copied by hand needs its -wal beside it')
    .option(
      '--force',
      'also where there are events, which are kept beside the restored ones, or where a ledger goes back',
    )
    .option('--data-dir <directory>', 'where the embedded stores are')
    .addHelpText(
      'after',
      `
The backup is copied and audited before anything changes, and is put in place at once: killed at any moment, the store
is the old one or the new one. The next start builds the read models again and reacts again to what it must.

A ledger that goes back behind what was anchored of it is named, and the restored one is what later audits compare with.

Exit status: 0 restored; 1 not restored, because a ledger in the backup is broken; 3 not restored.`,
    )
    .action(restore);

async function restore(backup: string, { force = false, dataDir }: RestoreOptions): Promise<void> {
  const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
  const file = embeddedEventsOf(settings, 'restored');
  if (!existsSync(backup)) throw new CommandFailed(`there is no file ${backup}`);
  if (isSameFile(backup, file)) throw new CommandFailed(`${backup} is the store itself: name a backup`);
  if (existsSync(file) && !force)
    throw new CommandFailed(`${file} holds events: use --force to put the backup in their place; they are kept`);
  await interruptible('nothing was changed', async (signal) => {
    const progress = percentOn(process.stderr, 'copying');
    const restoring = await beginRestore({ file, backup }, { signal, onProgress: progress.update }).finally(
      progress.end,
    );
    try {
      const audit = await auditStore(restoring.copy, signal);
      if (audit.broken.length > 0)
        throw new CommandFailed(`${backup} was not restored: ${audit.broken.join('; ')}`, EXIT.gateFailed);
      // Before the backup is in place: what is anchored of it is in the log that it replaces, too.
      const givenUp = await anchorsBeside(settings, restoring.copy, async (anchors) => {
        const contradicted = await anchors.contradicted();
        if (contradicted.length > 0 && !force)
          throw new CommandFailed(
            `the ledger of ${contradicted[0]!.organizationId} goes back behind what was anchored of it: use --force`,
          );
        await anchors.replace(contradicted);
        return contradicted;
      });
      const kept = restoring.install();
      process.stdout.write(`${pc.green('✓')} ${file}: ${auditText(audit)}\n${replacedAnchorsText(givenUp ?? [])}`);
      if (kept !== undefined) process.stdout.write(`What was there is ${kept}. Delete it once it is not needed.\n`);
    } finally {
      restoring.close();
    }
  });
}
