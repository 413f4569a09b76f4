import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A file that does not exist yet, in a folder of its own that goes when the spec file is over. */
export function temporaryFile(name = 'events.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-events-'));
  folders.push(folder);
  return join(folder, name);
}
