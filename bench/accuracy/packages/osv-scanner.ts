import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printed } from '../printed';
import { zip } from '../../../test/support/archives/zip-writer';

/** The parts of osv-scanner's JSON output that are read here. */
interface Printed {
  readonly results: readonly {
    readonly packages: readonly {
      readonly package: { readonly name: string; readonly version: string };
      readonly groups?: readonly { readonly ids: readonly string[] }[];
    }[];
  }[];
}

/** Writes OSV documents, one zip per ecosystem, to the folder in which osv-scanner looks for its offline databases. */
export function writeDatabases(folder: string, documents: ReadonlyMap<string, readonly object[]>): void {
  for (const [ecosystem, each] of documents) {
    mkdirSync(join(folder, 'osv-scanner', ecosystem), { recursive: true });
    const files = each.map((document) => ({
      name: `${(document as { id: string }).id}.json`,
      content: JSON.stringify(document),
    }));
    writeFileSync(join(folder, 'osv-scanner', ecosystem, 'all.zip'), zip(files));
  }
}

/**
 * The holes that osv-scanner reports, one for each group of names: `openssl@3.0.11-1 A-1`.
 * @param command such as `['source', '-L', 'package-lock.json']`
 * @returns undefined if the program is not on the PATH
 */
export function holesOfOsvScanner(command: readonly string[], databases: string): string[] | undefined {
  const env = { ...process.env, OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: databases };
  const args = ['scan', ...command, '--offline', '--format', 'json', '--verbosity', 'error'];
  const output = printed('osv-scanner', args, { env });
  if (output === undefined) return undefined;
  const holes = (JSON.parse(output) as Printed).results.flatMap(({ packages }) =>
    packages.flatMap(({ package: { name, version }, groups = [] }) =>
      groups.map(({ ids }) => `${name}@${version} ${[...ids].sort()[0]}`),
    ),
  );
  return [...new Set(holes)].sort();
}
