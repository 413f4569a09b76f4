import type { EngineProfile } from '../engine-profile';
import { installedVersion } from '../kit/installed-version';

/**
 * The version of the package that judges, the first that an engine requires. Undefined of Assay's own engines, which
 * have the version of Assay, and of those that start a program: `programVersion` asks that.
 * @throws Error when the package is not installed: see `missingRequirement`
 */
export const engineVersion = ({ name, requires: [judge], programs }: EngineProfile): string | undefined =>
  judge === undefined || programs !== undefined || name.startsWith('Assay') ? undefined : installedVersion(judge);
