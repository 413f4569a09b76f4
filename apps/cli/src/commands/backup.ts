import { copyEventStore, putInPlace } from '@assay/event-store';
import { Command } from 'commander';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { existingEventsOf, isSameFile } from '../embedded-events';
import { CommandFailed, EXIT } from '../exit-status';
import { interruptible } from '../interruption';
import { percentOn } from '../output/percent';
import { settingsWith } from '../settings';
import { auditStore, auditText } from '../store-audit';

interface BackupOptions {
  readonly force?: boolean;
  readonly dataDir?: string;
}

export const backupCommand = (): Command =>
  new Command('backup')
    .argument('<file|directory>', 'where to: a new file, or a directory, in which the file is named after the time')
    .option('--force', 'replace a file that is there')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .addHelpText(
      'after',
      `
The copy is of one moment and is one file. The events are the only truth: read models are built from them again.
Not in it, for it would not be safe there: access tokens and their key (ASSAY_SECRET_DIR, ASSAY_SECRET_KEY_FILE). Keep a
copy of them elsewhere. On EventStoreDB, back up the server: docs/operations.md says how.

Exit status: 0 copied and sound; 1 copied, but a ledger in it is broken, as it is in the store; 3 not copied.`,
    )
    .action(backup);

async function backup(target: string, { force = false, dataDir }: BackupOptions): Promise<void> {
  const file = existingEventsOf(settingsWith({ ASSAY_DATA_DIR: dataDir }), 'backed up');
  const to = fileFor(resolve(target));
  if (isSameFile(file, to)) throw new CommandFailed(`${to} is the store itself: name another file`);
  if (existsSync(to) && !force) throw new CommandFailed(`${to} is there already: name another file, or use --force`);
  const partial = `${to}.partial`;
  const audit = await interruptible('nothing was kept', async (signal) => {
    rmSync(partial, { force: true });
    const progress = percentOn(process.stderr, 'copying');
    try {
      await copyEventStore(file, partial, { signal, onProgress: progress.update });
      progress.end();
      return await auditStore(partial, signal);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    } finally {
      progress.end();
    }
  });
  putInPlace(partial, to);
  if (audit.broken.length > 0)
    throw new CommandFailed(`${to} was written, but ${audit.broken.join('; ')}, as in the store`, EXIT.gateFailed);
  process.stdout.write(`${pc.green('✓')} ${to}: ${auditText(audit)}\n`);
}

/** In a directory, a name that sorts by time. */
function fileFor(target: string): string {
  if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) return target;
  return join(target, `assay-events-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
}
