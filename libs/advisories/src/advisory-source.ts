import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Advisory } from './advisory';
import { AdvisoriesDamaged, type DatabaseFacts, fileName } from './database/format';
import { type Database, openDatabase } from './database/read-database';
import { ECOSYSTEM_NAMES, type Ecosystem, type EcosystemName, packageKey } from './ecosystems';

/** Where known holes are looked up. Nothing that is asked leaves the process. */
export interface AdvisorySource {
  /** What there is and can be read, in the order of the names of the ecosystems. */
  databases(): readonly DatabaseFacts[];
  /** Databases that are there and cannot be read, and why. The others are not touched by it. */
  damaged(): ReadonlyMap<EcosystemName, AdvisoriesDamaged>;
  has(ecosystem: EcosystemName): boolean;
  /** Whether anything is known of the release of a system: nothing that is found there would be told otherwise. */
  knowsRelease(ecosystem: Ecosystem): boolean;
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

/** Opens the databases of a folder; one that is not there has none. */
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
