import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackagesRecord } from '@assay/target-records';
import { vulnerableDependencyTools } from '../src/catalogue/dependencies';
import { engine } from '../src/engines/advisories/advisories.engine';
import type { PassReporter } from '../src/engines/engine';

/** Where databases of advisories are, and where something may be written. */
interface Folders {
  readonly advisories: string;
  readonly scratch: string;
}

/** The subjects of what the engine finds in the packages of an image: `openssl@3.0.11-1 A-1`. */
export async function findingsOfRecord(record: PackagesRecord, { advisories, scratch }: Folders): Promise<string[]> {
  const root = mkdtempSync(join(scratch, 'record-'));
  writeFileSync(join(root, 'packages.json'), JSON.stringify(record));
  const found: string[] = [];
  const refuse = (_: string, reason: string) => {
    throw new Error(reason);
  };
  const report: PassReporter = {
    engine: () => undefined,
    progress: () => undefined,
    completed: () => undefined,
    finding: (_, { subject }) => void found.push(subject!),
    unreadable: (_, file, reason) => refuse(file, reason),
    failed: refuse,
    skipped: refuse,
  };
  const tools = vulnerableDependencyTools.filter(({ id }) => id === 'vulnerable-system-packages');
  const files = [{ staged: 'packages.json', path: 'packages.json', size: 1, lines: 1, language: '' }];
  await engine.run({ engine: 'advisories', tools, root, files, scratch, advisories }, report);
  return found;
}
