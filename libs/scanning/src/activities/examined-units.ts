import type { ToolDefinition, ToolRun } from '@assay/analysis';
import { type UnitsListing, indexSet, unitsListing } from '@assay/findings';
import type { StagedFile } from '@assay/target-records';
import { SKIPS_LISTED, type Skipped, type StagedTree } from '@assay/targets';
import picomatch from 'picomatch';
import type { ToolCoverage } from '../domain/session-events';

/** The files of a part in the order of its listing, and the listing. */
interface ListedTree {
  readonly files: readonly StagedFile[];
  readonly listing: UnitsListing;
}

/** The listings of staged trees. A tree is the same object while its session runs here, so each is listed once. */
const listed = new WeakMap<StagedTree, ListedTree>();

/**
 * Lists the units of a part of a target that tools can examine. Files that most tools leave out come last, and files of
 * one kind are together. So the files that a tool examined are a few ranges of numbers.
 */
export function listUnitsOf(
  tree: StagedTree,
  { part, recordsAreWhole }: { readonly part: ToolDefinition['reads']; readonly recordsAreWhole: boolean },
): ListedTree {
  const known = listed.get(tree);
  if (known) return known;
  const ordered = tree.files
    .map((file) => ({ file, key: `${file.leftOut ? 1 : 0}${extensionOf(file.staged)}\0${file.path}\0${file.staged}` }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const files = ordered.map(({ file }) => file);
  const cut = cutReasons(tree.skipped);
  const listing = unitsListing({
    units: files.map(({ path }) => path),
    hidden: tree.skipped.map(({ path }) => path.replace(/\/+$/, '')),
    hiddenFolders: cut.some((reason) => NEVER_ENTERED_FOR.has(reason)) ? NEVER_ENTERED : [],
    isWhole:
      isWhole(part, recordsAreWhole) &&
      cut.every((reason) => NEVER_ENTERED_FOR.has(reason) || KNOWN_BY_PATH.has(reason)),
  });
  const result = { files, listing };
  listed.set(tree, result);
  return result;
}

/** Whether all units of a part are there to be examined. A history has only some versions. */
const isWhole = (part: ToolDefinition['reads'], recordsAreWhole: boolean): boolean =>
  part === 'records' ? recordsAreWhole : part !== 'history';

/** The folders that staging never enters, at any place in the target. */
const NEVER_ENTERED = ['node_modules', 'bower_components', '.git', '.hg', '.svn', '.jj', 'cvs'];
const NEVER_ENTERED_FOR: ReadonlySet<Skipped['reason']> = new Set(['installed dependencies', 'version control data']);
/** Reasons that follow from a file's path: from the ending of its name, or from the session's configuration. */
const KNOWN_BY_PATH: ReadonlySet<Skipped['reason']> = new Set(['binary format', 'left out by the configuration']);

/** The reasons for which more was left out than is listed by name. */
function cutReasons(skipped: readonly Skipped[]): Skipped['reason'][] {
  const times = new Map<Skipped['reason'], number>();
  for (const { reason } of skipped) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].flatMap(([reason, entries]) => (entries > SKIPS_LISTED ? [reason] : []));
}

const extensionOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0] ?? '';

interface ExaminedBy {
  readonly tool: Pick<ToolDefinition, 'files' | 'readsLeftOut'>;
  readonly run: Pick<ToolRun, 'unreadable' | 'unreadableCount'>;
  /** See `ToolCoverage`. */
  readonly together: boolean;
}

/**
 * The files that a completed tool examined: those that match its globs, without those that it could not read. Undefined
 * if there were more unreadable files than it lists.
 */
export function coverageOf(
  { files, listing }: ListedTree,
  { tool, run, together }: ExaminedBy,
): ToolCoverage | undefined {
  if (run.unreadableCount > run.unreadable.length) return undefined;
  const unreadable = new Set(run.unreadable.map(({ file }) => file));
  const looksAt = looksAtIn(files, tool.files);
  return {
    listing: listing.listing,
    examined: indexSet(
      files.map(
        ({ staged, leftOut }, at) =>
          looksAt[at]! && (!leftOut || tool.readsLeftOut === true) && !unreadable.has(staged),
      ),
    ),
    ...(together && { together: true as const }),
  };
}

/** Many tools look at the same files of a part. */
const chosen = new WeakMap<readonly StagedFile[], Map<string, readonly boolean[]>>();

function looksAtIn(files: readonly StagedFile[], globs: readonly string[]): readonly boolean[] {
  const known = chosen.get(files) ?? new Map<string, readonly boolean[]>();
  chosen.set(files, known);
  const key = JSON.stringify(globs);
  const before = known.get(key);
  if (before) return before;
  const isMatch = picomatch([...globs], { dot: true });
  const looksAt = files.map(({ staged }) => isMatch(staged));
  known.set(key, looksAt);
  return looksAt;
}
