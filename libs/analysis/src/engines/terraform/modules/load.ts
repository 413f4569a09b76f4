import { posix } from 'node:path';
import { fileRole } from '@assay/source-text';
import { missingPath } from '../../../catalogue/infrastructure/missing';
import { isRenderedElsewhere } from '../../kit/rendered-folders';
import type { IsThere } from '../../kit/there';
import type { Block, Body, Expression, ParsedFile } from '../syntax/ast';

/** The configuration of one folder. */
export interface Module {
  readonly folder: string;
  readonly blocks: readonly Block[];
  /** The files of values that Terraform reads by itself, in its order. */
  readonly values: readonly Body[];
  /** The names of variables for which another file of values has a value, of which nobody knows when it is read. */
  readonly elsewhere: ReadonlySet<string>;
  /** Whether a part could not be read. Then nothing is said of what is missing. */
  readonly partial: boolean;
  /** An example or a test: what calls a module there says nothing of how it is used. */
  readonly sideShow: boolean;
  readonly calls: readonly ModuleCall[];
}

export interface ModuleCall {
  readonly block: Block;
  /** The folder of the module in the tree; undefined for one that comes from elsewhere. */
  readonly folder: string | undefined;
  /** The address of a folder that the target does not have. */
  readonly missing: string | undefined;
}

export const isConfiguration = (file: string): boolean => /\.(?:tf|tofu)(?:\.json)?$/.test(file);
export const isValues = (file: string): boolean => /\.tfvars(?:\.json)?$/.test(file);

const isOverride = (file: string): boolean => /(?:^|[/_])override\.(?:tf|tofu)(?:\.json)?$/.test(file);
const isReadByItself = (file: string): boolean =>
  /(?:^|\/)terraform\.tfvars(?:\.json)?$|\.auto\.tfvars(?:\.json)?$/.test(file);

/** The file that OpenTofu reads in the place of a file of Terraform, where it is there. */
const counterpartOf = (file: string): string | undefined =>
  /\.tf(?:\.json)?$/.test(file) ? file.replace(/\.tf(?=$|\.json$)/, '.tofu') : undefined;

/**
 * The files as each of the programs reads them: OpenTofu takes `a.tofu` in the place of `a.tf`, Terraform does not know
 * it. Anybody who writes both lets people choose, so both are judged.
 */
export function readingsOf(files: readonly ParsedFile[]): readonly (readonly ParsedFile[])[] {
  const names = new Set(files.map(({ file }) => file));
  const replaced = new Map(
    files.flatMap(({ file }) => {
      const counterpart = counterpartOf(file);
      return counterpart !== undefined && names.has(counterpart) ? [[file, counterpart] as const] : [];
    }),
  );
  if (replaced.size === 0) return [files];
  const replacing = new Set(replaced.values());
  return [files.filter(({ file }) => !replaced.has(file)), files.filter(({ file }) => !replacing.has(file))];
}

/** `infra/environment-template/`, which is copied to where the folders above it are others. */
const TEMPLATE = /(?:^|[/_-])templates?(?:[/_-]|$)/i;

const isCopied = (block: Block, folder: string): boolean =>
  isRenderedElsewhere(folder) ||
  (TEMPLATE.test(folder) && (literalText(block.body.attributes.get('source')?.value) ?? '').startsWith('..'));

/**
 * The modules of the files, by folder. `unread` has the files that could not be read at all. `isThere` tells whether
 * the target has a folder of which no file was read.
 */
export function modulesOf(
  files: readonly ParsedFile[],
  unread: readonly string[],
  isThere: IsThere = () => false,
): Map<string, Module> {
  const byFolder = new Map<string, ParsedFile[]>();
  for (const parsed of files) {
    const folder = posix.dirname(parsed.file);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), parsed]);
  }
  const holed = new Set(unread.map((file) => posix.dirname(file)));
  const folders = new Set(
    [...byFolder].filter(([, all]) => all.some(({ file }) => isConfiguration(file))).map(([name]) => name),
  );
  const call = (block: Block, folder: string): ModuleCall => {
    const called = folderOf(block, folder);
    if (called === undefined || folders.has(called)) return { block, folder: called, missing: undefined };
    const found = called.startsWith('..') || isCopied(block, folder) || isThere(called);
    const missing = found === true ? undefined : missingPath(called, found);
    return { block, folder: undefined, missing };
  };
  return new Map([...folders].map((folder) => [folder, moduleOf(folder, byFolder, holed, call)]));
}

function moduleOf(
  folder: string,
  byFolder: ReadonlyMap<string, readonly ParsedFile[]>,
  holed: ReadonlySet<string>,
  call: (block: Block, folder: string) => ModuleCall,
): Module {
  const own = byFolder.get(folder)!;
  const read = own.filter(({ file }) => isConfiguration(file));
  const blocks = overridden(
    read.filter(({ file }) => !isOverride(file)).flatMap(({ body }) => body.blocks),
    read.filter(({ file }) => isOverride(file)).flatMap(({ body }) => body.blocks),
  );
  const below = [...byFolder].filter(([name]) => name === folder || folder === '.' || name.startsWith(`${folder}/`));
  const values = own.filter(({ file }) => isValues(file) && isReadByItself(file)).sort(inTheirOrder);
  const others = below.flatMap(([, all]) => all).filter((each) => isValues(each.file) && !values.includes(each));
  return {
    folder,
    blocks,
    values: values.map(({ body }) => body),
    elsewhere: new Set(others.flatMap(({ body }) => [...body.attributes.keys()])),
    partial: holed.has(folder) || read.some(({ fault }) => fault !== undefined),
    sideShow: ['example', 'test', 'documentation'].includes(fileRole(read[0]?.file ?? folder)),
    calls: blocks.filter(({ type }) => type === 'module').map((block) => call(block, folder)),
  };
}

/** `terraform.tfvars` first, then the others by name: the later wins. */
const inTheirOrder = (a: ParsedFile, b: ParsedFile): number =>
  rank(a.file) - rank(b.file) || (a.file < b.file ? -1 : 1);
const rank = (file: string): number => (file.includes('.auto.') ? 1 : 0);

/** The folder that a call of a module names; undefined for an address elsewhere. */
function folderOf({ body }: Block, folder: string): string | undefined {
  const source = literalText(body.attributes.get('source')?.value);
  if (source === undefined || !/^\.{1,2}(?:\/|$)/.test(source)) return undefined;
  return posix.normalize(posix.join(folder, source)).replace(/\/$/, '') || '.';
}

const literalText = (value: Expression | undefined): string | undefined =>
  value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;

const keyOf = ({ type, labels }: Block): string => JSON.stringify([type, ...labels]);

/** The blocks with what override files say of them: attributes one by one, nested blocks by their type. */
function overridden(blocks: readonly Block[], overrides: readonly Block[]): readonly Block[] {
  if (overrides.length === 0) return blocks;
  const byKey = new Map<string, Block[]>();
  for (const block of overrides) byKey.set(keyOf(block), [...(byKey.get(keyOf(block)) ?? []), block]);
  const known = new Set(blocks.map(keyOf));
  return [
    ...blocks.map((block) => (byKey.get(keyOf(block)) ?? []).reduce(withOverride, block)),
    ...overrides.filter((block) => !known.has(keyOf(block))),
  ];
}

function withOverride(block: Block, { body }: Block): Block {
  const replaced = new Set(body.blocks.map(({ type }) => type));
  return {
    ...block,
    body: {
      attributes: new Map([...block.body.attributes, ...body.attributes]),
      blocks: [...block.body.blocks.filter(({ type }) => !replaced.has(type)), ...body.blocks],
    },
  };
}
