import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Advisory } from './advisory';
import { type DatabaseFacts, fileName } from './database/format';
import { type Database, openDatabase } from './database/read-database';
import { ECOSYSTEM_NAMES, type Ecosystem, type EcosystemName, packageKey } from './ecosystems';

/** Where known holes are looked up. Nothing that is asked leaves the process. */
export interface AdvisorySource {
  /** What there is, in the order of the names of the ecosystems. */
  databases(): readonly DatabaseFacts[];
  has(ecosystem: EcosystemName): boolean;
  /** What is known of a package in any version. @throws AdvisoriesDamaged */
  find(ecosystem: Ecosystem, packageName: string): readonly Advisory[];
  close(): void;
}

/** Why packages cannot be looked up where there is no database, with what to do. */
export const NO_ADVISORIES =
  'there is no database of known holes: the operator brings one with assay advisories update, or with ' +
  'assay advisories import';

/** Whether the folder has a database of any ecosystem. */
export const hasAdvisories = (folder: string): boolean =>
  ECOSYSTEM_NAMES.some((ecosystem) => existsSync(join(folder, fileName(ecosystem))));

/**
 * Opens the databases of a folder; one that is not there has none.
 * @throws AdvisoriesDamaged
 */
export function openAdvisories(folder: string): AdvisorySource {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const databases = new Map<EcosystemName, Database>();
  for (const ecosystem of ECOSYSTEM_NAMES)
    if (names.has(fileName(ecosystem))) databases.set(ecosystem, openDatabase(join(folder, fileName(ecosystem))));
  return {
    databases: () => [...databases.values()].map(({ facts: { indexAt: _at, indexBytes: _bytes, ...facts } }) => facts),
    has: (ecosystem) => databases.has(ecosystem),
    find: (ecosystem, name) => databases.get(ecosystem.name)?.find(packageKey(ecosystem, name)) ?? [],
    close: () => {
      for (const database of databases.values()) database.close();
    },
  };
}
