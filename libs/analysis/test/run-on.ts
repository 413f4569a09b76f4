import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import type { StagedFile } from '@assay/target-records';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { WholeTarget } from '../src/engines/engine';
import type { EngineProfile } from '../src/engines/engine-profile';
import { runPassWithRepair } from '../src/engines/runtime/run-with-repair';
import type { ToolRun } from '../src/engines/runtime/tool-runs';
import { inKeptHost } from './kept-host';

export type Tree = Readonly<Record<string, string | Buffer>>;

export interface TreeRun {
  readonly tool: (id: string) => ToolRun;
  /** `<path>:<line> <rule>` of everything that was found, in the engine's order. */
  readonly found: readonly string[];
  /** The unreadable paths, each once. */
  readonly unreadable: readonly string[];
}

/**
 * Runs the tools on a tree made for the purpose, as a session does, in a sandboxed process that it shares with the
 * engine's other passes. All of the tree lies in the root, as a hostile target's would, while only the files that a
 * tool looks at are listed in the pass. `canary` is an absolute path that
 * the tree's code may try to write, where the sandbox lets it; whether it did is told after the run. `target` is what
 * the tree is said to be the copy of, `advisories` the folder of the databases of known holes, and `roleOf` gives the
 * role of a file.
 */
export async function runOn(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  tree: Tree | ((canary: string) => Tree),
  target?: WholeTarget,
  advisories?: string,
  roleOf: (path: string) => StagedFile['role'] = () => undefined,
): Promise<TreeRun & { readonly canaryDied: boolean }> {
  const root = mkdtempSync(join(tmpdir(), 'assay-tree-'));
  try {
    return await inKeptHost(profile, async (scratch, limits) => {
      const canary = join(scratch, 'canary');
      const planted = plant(root, typeof tree === 'function' ? tree(canary) : tree, tools);
      const files = planted.map((file) => {
        const role = roleOf(file.path);
        return role === undefined ? file : { ...file, role };
      });
      const { tools: runs } = await runPassWithRepair(
        {
          engine: profile.id,
          tools,
          root,
          files,
          scratch,
          ...(target && { target }),
          ...(advisories && { advisories }),
        },
        limits,
      );
      return {
        tool: (id) => runs.find(({ tool }) => tool === id)!,
        found: runs.flatMap(({ findings }) => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`)),
        unreadable: [...new Set(runs.flatMap(({ unreadable }) => unreadable.map(({ file }) => file)))],
        canaryDied: existsSync(canary),
      };
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Writes the tree, and lists those of its files that the tools look at. */
function plant(root: string, tree: Tree, tools: readonly ToolDefinition[]): StagedFile[] {
  const looked = picomatch(
    tools.flatMap((tool) => [...tool.files]),
    { dot: true },
  );
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return Object.entries(tree)
    .filter(([path]) => looked(path))
    .map(([path, content]) => ({
      staged: path,
      path,
      size: Buffer.byteLength(content),
      lines: content.toString('latin1').split('\n').length,
      language: '',
    }));
}
