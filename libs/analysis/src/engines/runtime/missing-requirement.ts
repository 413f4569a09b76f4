import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from '@assay/sandbox';
import { type EngineProfile, commandThatAdds } from '../engine-profile';

/**
 * The requirement that an engine lacks in this installation, as a text that says how to add it; undefined if the engine
 * can run.
 */
export function missingRequirement({ name, requires, optional, programs = [] }: EngineProfile): string | undefined {
  const packages = requires.filter((each) => !isInstalled(each));
  if (packages.length > 0) {
    const command = optional ? commandThatAdds(optional) : 'npm ci';
    return `${name} is not installed: the package ${packages.join(', ')} is missing; ${command} installs it`;
  }
  const absent = programs.find((program) => findPrograms(program.name).length === 0);
  return absent && `${name} is not installed: ${absent.name} is not on the PATH; ${absent.installedBy} installs it`;
}

/**
 * Looks for the package's folder as Node does. It does not resolve the package, because many packages do not export
 * their package.json.
 */
const isInstalled = (packageName: string): boolean =>
  (require.resolve.paths(packageName) ?? []).some((folder) =>
    isAccessible(join(folder, packageName, 'package.json'), constants.R_OK),
  );

function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false; // absent and unreadable are both "not there" to an engine
  }
}
