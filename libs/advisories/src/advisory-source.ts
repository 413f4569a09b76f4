import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Advisory } from './advisory';
import { AdvisoriesDamaged, type DatabaseFacts, fileName } from './database/format';
import { type Database, openDatabase } from './database/read-database';
import { ECOSYSTEM_NAMES, type Ecosystem, type EcosystemName, packageKey } from './ecosystems';

/** Looks up known vulnerabilities in local databases. No query leaves the process. */
export interface AdvisorySource {
  /** The readable databases, ordered by the name of the ecosystem. */
  databases(): readonly DatabaseFacts[];
  /** The unreadable databases, each with the error. The other databases stay usable. */
  damaged(): ReadonlyMap<EcosystemName, AdvisoriesDamaged>;
  has(ecosystem: EcosystemName): boolean;
  /** Whether the database has any advisory for the release of a system. Without one, an empty result says nothing. */
  knowsRelease(ecosystem: Ecosystem): boolean;
  /** The advisories of a package, for any version. @throws AdvisoriesDamaged */
  find(ecosystem: Ecosystem, packageName: string): readonly Advisory[];
  close(): void;
}

/** The message if there is no database: why packages cannot be looked up, and what to do. */
export const NO_ADVISORIES =
  'there is no database of known holes: the operator brings one with assay advisories update, or with ' +
  'assay advisories import';

/** Whether the folder has a database of any ecosystem. */
export const hasAdvisories = (folder: string): boolean =>
  ECOSYSTEM_NAMES.some((ecosystem) => existsSync(join(folder, fileName(ecosystem))));

/** Opens the databases of a folder. A missing folder has none. */
export function openAdvisories(folder: string): AdvisorySource {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const databases = new Map<EcosystemName, Database>();
  const damaged = new Map<EcosystemName, AdvisoriesDamaged>();
  for (const ecosystem of ECOSYSTEM_NAMES) {
    if (!names.has(fileName(ecosystem))) continue;
    try {
      databases.set(ecosystem, openDatabase(join(folder, fileName(ecosystem))));
    } catch (error) {
      if (!(error instanceof AdvisoriesDamaged)) throw error;
      damaged.set(ecosystem, error);
    }
  }
  return {
    databases: () => [...databases.values()].map(({ facts: { indexAt: _at, indexBytes: _bytes, ...facts } }) => facts),
    damaged: () => damaged,
    has: (ecosystem) => databases.has(ecosystem),
    knowsRelease: ({ name, release }) => databases.get(name)?.hasRelease(release ?? '') ?? false,
    find: (ecosystem, name) => databases.get(ecosystem.name)?.find(packageKey(ecosystem, name)) ?? [],
    close: () => {
      for (const database of databases.values()) database.close();
    },
  };
}
