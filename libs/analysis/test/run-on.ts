import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { WholeTarget } from '../src/engines/engine';
import type { EngineProfile } from '../src/engines/engine-profile';
import { type ToolRun, runPass } from '../src/engines/runtime/run-pass';

export type Tree = Readonly<Record<string, string | Buffer>>;

export interface TreeRun {
  readonly tool: (id: string) => ToolRun;
  /** `<path>:<line> <rule>` of everything that was found, in the engine's order. */
  readonly found: readonly string[];
  /** The unreadable paths, each once. */
  readonly unreadable: readonly string[];
}

/**
 * Runs the tools on a tree made for the purpose, in the real sandbox. All of the tree lies in the root, as a hostile
 * target's would, while only the files that a tool looks at are listed in the pass. `canary` is an absolute path that
 * the tree's code may try to write, where the sandbox lets it; whether it did is told after the run. `target` is what
 * the tree is said to be the copy of.
 */
export async function runOn(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  tree: Tree | ((canary: string) => Tree),
  target?: WholeTarget,
): Promise<TreeRun & { readonly canaryDied: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tree-'));
  const [root, scratch, canary] = [join(folder, 'root'), join(folder, 'scratch'), join(folder, 'scratch/canary')];
  try {
    mkdirSync(scratch);
    const entries = Object.entries(typeof tree === 'function' ? tree(canary) : tree);
    for (const [path, content] of entries) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const looked = picomatch(
      tools.flatMap((tool) => [...tool.files]),
      { dot: true },
    );
    const files = entries
      .filter(([path]) => looked(path))
      .map(([path, content]) => ({
        staged: path,
        path,
        size: Buffer.byteLength(content),
        lines: content.toString('latin1').split('\n').length,
        language: '',
      }));
    const { tools: runs } = await runPass(
      { engine: profile.id, tools, root, files, scratch, ...(target && { target }) },
      { timeout: 100_000, memoryMb: profile.memoryMb },
    );
    return {
      tool: (id) => runs.find(({ tool }) => tool === id)!,
      found: runs.flatMap(({ findings }) => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`)),
      unreadable: [...new Set(runs.flatMap(({ unreadable }) => unreadable.map(({ file }) => file)))],
      canaryDied: existsSync(canary),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
