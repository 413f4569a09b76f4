import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A file that does not exist yet, in a folder of its own that goes when the process does. */
export function temporaryFile(name = 'events.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-events-'));
  folders.push(folder);
  return join(folder, name);
}
