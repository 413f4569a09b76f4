import { messageOf } from '@assay/kernel';
import { checkOutReference } from '@assay/targets';
import type { MissingTool } from '@assay/verdicts';
import { existsSync, lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Baseline, baselineIn } from './baseline';
import { CommandFailed, EXIT } from './exit-status';
import { type LocalScanResult, notRunIn } from './local-scan';
import { namedTarget } from './scan-target';
import { removeTemporaryFolder, temporaryFolder } from './temporary-folder';

interface BaselineRequest {
  /** The file, or the reference, as it was written. */
  readonly baseline: string;
  /** The reference that is scanned, as it was written. */
  readonly target: string;
  readonly signal: AbortSignal;
  /** Scans a directory with the tools and the configuration that the target is scanned with. */
  readonly scan: (directory: string) => Promise<LocalScanResult>;
  /** Called with what happens, for a person. */
  readonly tell: (line: string) => void;
  /** Called with what makes the comparison worse, which is always said. */
  readonly warn: (line: string) => void;
}

/** Whose repository it is may keep as much as the disk holds. */
const LIMITS = { bytes: 20_000_000_000, files: 2_000_000, time: 600_000, memoryMb: 2_000 };

/**
 * The earlier findings: from the file if one is named, or from a scan of the repository's state at the reference.
 * @throws CommandFailed
 */
export async function baselineOf(request: BaselineRequest): Promise<Baseline> {
  const { baseline, target } = request;
  if (await isFile(baseline)) return baselineIn(baseline);
  const named = await namedTarget(target);
  const root = named.kind === 'directory' ? repositoryAround(named.directory) : undefined;
  if (named.kind === 'directory' && root !== undefined) return scannedAt(request, named.directory, root);
  throw new CommandFailed(
    `the baseline ${baseline} cannot be read: there is no such file, and ${target} is no directory of a git ` +
      'repository, which could have a branch, a tag or a commit of that name',
  );
}

const toolsOf = (lacking: readonly MissingTool[]) => new Set(lacking.map(({ tool }) => tool));

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );

/** The nearest folder around with a `.git`, which may be that of a worktree. */
function repositoryAround(directory: string): string | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

async function scannedAt(request: BaselineRequest, directory: string, root: string): Promise<Baseline> {
  const { baseline: reference, signal, scan, tell, warn } = request;
  const folder = await temporaryFolder('assay-baseline-');
  try {
    const tree = await checkOutReference({ directory: root, reference, folder, limits: LIMITS, signal }).catch(
      (error: unknown) => {
        if (signal.aborted) throw new CommandFailed('interrupted; nothing was kept', EXIT.interrupted);
        throw new CommandFailed(`the baseline cannot be read: ${messageOf(error)}`);
      },
    );
    const name = `${reference} (${tree.commit.slice(0, 12)})`;
    const before = join(tree.directory, relative(root, directory));
    if (!existsSync(before)) {
      warn(`the baseline ${name} has no folder ${relative(root, directory)}: all that is found in it is new`);
      return { file: reference, commit: tree.commit, findings: [] };
    }
    tell(`first the baseline, ${name}:`);
    const { session, findings, suppressed, missingTools } = await scan(before);
    if (signal.aborted) throw new CommandFailed('interrupted; nothing was kept', EXIT.interrupted);
    if (session.error) throw new CommandFailed(`the baseline ${name} cannot be scanned: ${session.error.message}`);
    for (const { tool, reason } of missingTools)
      warn(`${tool} did not finish with the baseline, so whether what it finds now is new is not known: ${reason}`);
    const notRun = notRunIn(session);
    for (const { tool, reason } of notRun)
      warn(`${tool} was not run with the baseline, so what it finds now is shown and not judged: ${reason}`);
    return {
      file: reference,
      commit: tree.commit,
      notSeen: { excused: toolsOf(notRun), missing: toolsOf(missingTools) },
      findings: [...findings, ...suppressed.map((finding) => ({ ...finding, suppressed: true as const }))],
    };
  } finally {
    await removeTemporaryFolder(folder);
  }
}
