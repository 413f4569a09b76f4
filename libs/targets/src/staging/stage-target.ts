import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StagedFile, type TargetPart, versionName } from '@assay/target-records';
import { plainText } from '@assay/source-text';
import type { FolderIdentity } from './allowed-directory';
import { type StageDirectoryOptions, stageDirectory } from './stage-directory';
import { stagingFailed } from './errors';
import { type StagedTree, removeStaged } from './staged-tree';
import type { WriteBudget } from './write-budget';

/** A folder with files of a target. */
export interface TargetFolder {
  /** The absolute path. */
  readonly folder: string;
  /** Translates a path in the folder to the path in findings. Default: as `naming` says. */
  readonly pathOf?: (path: string) => string;
  /**
   * The translation as data: `versions` for folders that `versionFolder` names, or the paths in findings by the path in
   * the folder. Default: the same path.
   */
  readonly naming?: 'versions' | Readonly<Record<string, string>>;
  /** Whether to stage folders of dependencies and version control too. Default: false. */
  readonly everyFolder?: boolean;
  /** The folder that must be at the path. Default: any. */
  readonly identity?: FolderIdentity;
  /** Whether the folder is a working tree whose `.git` lists the tracked files. Default: false. */
  readonly workingTree?: boolean;
  /** Whether the build output is the target's own code, because it ships no sources. Default: false. */
  readonly isBuilt?: boolean;
}

/** An observation of a target, as JSON, for engines to judge. */
export interface TargetRecord {
  /** The name that tools look for: `http/1.json`. It has only letters, digits, `/`, `.` and `-`. */
  readonly name: string;
  /** The path in findings: the address of a page, the name of an image. */
  readonly path: string;
  readonly content: unknown;
}

/** A target in its parts. */
export interface TargetContent {
  readonly source?: TargetFolder;
  readonly history?: TargetFolder;
  readonly records?: readonly TargetRecord[];
  /** Why a part is missing although the target may have one. The tools of that part are skipped with this reason. */
  readonly unavailable?: { readonly [Part in TargetPart]?: string };
}

/** The staged copy of a target: its source and its other parts. */
export interface StagedTarget extends StagedTree {
  readonly parts?: { readonly [Part in Exclude<TargetPart, 'source'>]?: StagedTree };
  readonly unavailable?: TargetContent['unavailable'];
}

/** The tree of one part. It has no files if the target does not have that part. */
export function partOf(target: StagedTarget, part: TargetPart = 'source'): StagedTree {
  if (part === 'source') return target;
  return target.parts?.[part] ?? { ...target, files: [], skipped: [], totals: NOTHING };
}

/**
 * Stages the analysable contents of a target, part by part.
 * @throws TargetUnreadable, TargetTooLarge, InfrastructureError (a full disk), the signal's reason. No files remain in
 *   that case.
 */
export async function stageTarget(
  { source, history, records, unavailable }: TargetContent,
  options: Omit<StageDirectoryOptions, 'source'>,
): Promise<StagedTarget> {
  const { destination, writes } = options;
  try {
    const staged = source ? await stageFolder(source, options) : await stageRecords([], destination, writes);
    const parts = {
      ...(history && {
        // The history is staged whole: only tools that look for secrets read it.
        history: await stageFolder(history, {
          ...options,
          leftOut: [],
          // Earlier commits cannot be annotated any more, so suppressions in them do not count.
          suppressions: false,
          destination: join(destination, 'history'),
        }),
      }),
      ...(records && { records: await stageRecords(records, join(destination, 'records'), writes) }),
    };
    return { ...staged, ...(Object.keys(parts).length > 0 && { parts }), ...(unavailable && { unavailable }) };
  } catch (error) {
    await removeStaged(destination);
    throw error;
  }
}

async function stageFolder(
  { folder, pathOf: named, naming, everyFolder, identity, workingTree, isBuilt }: TargetFolder,
  options: Omit<StageDirectoryOptions, 'source'>,
): Promise<StagedTree> {
  const tree = await stageDirectory({
    ...options,
    source: folder,
    ...(everyFolder && { everyFolder }),
    ...(identity && { identity }),
    ...(workingTree && { workingTree }),
    ...(isBuilt && { isBuilt }),
  });
  const pathOf = named ?? (naming && namer(naming));
  if (!pathOf) return tree;
  const renamed = <Named extends { readonly path: string }>(named: Named): Named => ({
    ...named,
    path: pathOf(named.path),
  });
  const { suppressions } = tree;
  return {
    ...tree,
    files: tree.files.map(renamed),
    skipped: tree.skipped.map(renamed),
    ...(suppressions && {
      suppressions: {
        ...suppressions,
        declared: suppressions.declared.map((each) => ({ ...each, file: pathOf(each.file) })),
      },
    }),
  };
}

const namer = (naming: NonNullable<TargetFolder['naming']>): ((path: string) => string) =>
  naming === 'versions' ? versionName : (path) => (Object.hasOwn(naming, path) ? naming[path]! : path);

async function stageRecords(
  records: readonly TargetRecord[],
  destination: string,
  writes: WriteBudget | undefined,
): Promise<StagedTree> {
  const root = join(destination, 'tree');
  const files: StagedFile[] = [];
  const failAsStaging = (error: unknown): never => {
    throw stagingFailed(error);
  };
  await mkdir(root, { recursive: true }).catch(failAsStaging);
  for (const { name, path, content } of records) {
    const bytes = Buffer.from(JSON.stringify(content));
    writes?.take(bytes.length);
    await mkdir(dirname(join(root, name)), { recursive: true }).catch(failAsStaging);
    await writeFile(join(root, name), bytes, { mode: 0o444, flag: 'wx' }).catch(failAsStaging);
    files.push({ staged: name, path: plainText(path), size: bytes.length, lines: 0, language: 'record' });
  }
  return { root, pristine: join(destination, 'pristine'), files, skipped: [], totals: NOTHING };
}

/** Records are made by Assay, so they do not count as content of the target. */
const NOTHING: StagedTree['totals'] = { files: 0, bytes: 0, lines: 0, byLanguage: {} };
