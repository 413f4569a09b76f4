import { posix } from 'node:path';
import { builtinModules } from 'node:module';
import type { ManifestFile } from '../kit/packages/manifest-files';
import { memberOf, membersOf } from '../kit/positioned-json';

/** One package.json and its files, without the files of packages below it. */
export interface ProjectPackage {
  readonly manifest: ManifestFile;
  readonly folder: string;
  readonly files: readonly string[];
  /** The packages that this package.json declares, with the lines of the declarations. */
  readonly declared: ReadonlyMap<string, { readonly section: Section; readonly line: number }>;
}

const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;
type Section = (typeof SECTIONS)[number];

export function projectPackages(manifests: readonly ManifestFile[], files: readonly string[]): ProjectPackage[] {
  const folders = manifests.map(({ file }) => posix.dirname(file));
  const owner = (file: string) =>
    folders.filter((folder) => isBelow(file, folder)).sort((a, b) => b.length - a.length)[0];
  return manifests.map((manifest, index) => {
    const folder = folders[index]!;
    return { manifest, folder, files: files.filter((file) => owner(file) === folder), declared: declaredIn(manifest) };
  });
}

/** The first section wins: a peer is often a development dependency too. */
function declaredIn({ json }: ManifestFile): ProjectPackage['declared'] {
  const declared = new Map<string, { section: Section; line: number }>();
  for (const section of SECTIONS) {
    for (const [name, { line }] of membersOf(memberOf(json, section)))
      if (!declared.has(name)) declared.set(name, { section, line });
  }
  return declared;
}

export const isBelow = (file: string, folder: string): boolean => folder === '.' || file.startsWith(`${folder}/`);

const BUILTIN = new Set(builtinModules);
const PACKAGE_NAME = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i;

/** Whether an imported name can only be a package from a registry, not a bundler's alias or a module of Node. */
export const isPackageName = (name: string): boolean =>
  PACKAGE_NAME.test(name) && !name.startsWith('~') && !BUILTIN.has(name);
