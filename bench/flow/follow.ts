import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { parse, registerDynamicLanguage } from '@ast-grep/napi';
import { type ToolDefinition, catalogue } from '@assay/analysis';
import type { StagedFile } from '@assay/target-records';
import picomatch from 'picomatch';
import { loadEngine } from '../../libs/analysis/src/engines/runtime/load-engine';
import { answerQuestions } from '../child-process';
import { cpuSeconds } from '../http/server-cpu';
import { withStaged } from './staged-folder';

/** A question to the process. Without `trees` the syntax trees are not read once more, and their time is 0. */
export interface FollowQuestion {
  readonly tool: string;
  readonly folder: string;
  readonly trees?: boolean;
}

export interface Followed {
  readonly files: number;
  readonly lines: number;
  /** Processor time of reading the files into syntax trees, and of one visit of each node. */
  readonly treeSeconds: number;
  /** Processor time of the engine, which does the same and then follows what comes in. */
  readonly flowSeconds: number;
  readonly findings: number;
  readonly unreadable: number;
  /** The peak of the process's resident memory. */
  readonly peakMegabytes: number;
}

const engine = loadEngine('flow');

const GRAMMARS: Readonly<Record<string, string>> = {
  '.c': 'c',
  '.cpp': 'cpp',
  '.h': 'cpp',
  '.cc': 'cpp',
  '.py': 'python',
  '.java': 'java',
  '.kt': 'kotlin',
  '.php': 'php',
  '.cs': 'csharp',
  '.rb': 'ruby',
  '.ts': 'TypeScript',
};

// One folder for each process, as a pass has a process of its own: what is compiled meanwhile counts.
answerQuestions(({ tool: id, folder, trees = true }: FollowQuestion) => {
  const tool = catalogue.find((each) => each.id === id)!;
  const looksAt = picomatch([...tool.files], { dot: true });
  return withStaged(folder, ({ root, files }) =>
    measure(
      tool,
      root,
      files.filter(({ staged }) => looksAt(staged)),
      trees,
    ),
  );
});

/**
 * The engine comes first. The trees that are read beside it leave a gigabyte for each 300,000 lines of Java until they
 * are collected: a pass does not have them, so that neither its memory nor its time may hold them.
 */
async function measure(
  tool: ToolDefinition,
  root: string,
  files: readonly StagedFile[],
  trees: boolean,
): Promise<Followed> {
  const begin = cpuSeconds();
  const { findings, unreadable } = await followed(tool, root, files);
  const flowSeconds = cpuSeconds() - begin;
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  const texts = await Promise.all(files.map(({ staged }) => readFile(join(root, staged), 'utf8')));
  return {
    files: files.length,
    lines: texts.reduce((sum, text) => sum + text.split('\n').length, 0),
    treeSeconds: trees ? readTrees(files, texts) : 0,
    ...{ flowSeconds, findings, unreadable, peakMegabytes },
  };
}

function readTrees(files: readonly StagedFile[], texts: readonly string[]): number {
  const require = createRequire(__filename);
  registerDynamicLanguage({
    c: require('@ast-grep/lang-c') as never,
    cpp: require('@ast-grep/lang-cpp') as never,
    csharp: require('@ast-grep/lang-csharp') as never,
    java: require('@ast-grep/lang-java') as never,
    kotlin: require('@ast-grep/lang-kotlin') as never,
    php: require('@ast-grep/lang-php') as never,
    python: require('@ast-grep/lang-python') as never,
    ruby: require('@ast-grep/lang-ruby') as never,
  });
  const before = cpuSeconds();
  for (const [index, text] of texts.entries())
    visit(parse(GRAMMARS[extname(files[index]!.staged)] ?? 'Tsx', text).root());
  return cpuSeconds() - before;
}

type Tree = ReturnType<ReturnType<typeof parse>['root']>;

function visit(root: Tree): void {
  const waiting: Tree[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) waiting.push(...node.namedChildren());
}

async function followed(tool: ToolDefinition, root: string, files: readonly StagedFile[]) {
  const counts = { findings: 0, unreadable: 0 };
  await engine.run(
    { engine: 'flow', tools: [tool], root, files, scratch: root },
    {
      engine: () => undefined,
      finding: () => void (counts.findings += 1),
      unreadable: () => void (counts.unreadable += 1),
      completed: () => undefined,
      failed: (_, reason) => {
        throw new Error(reason);
      },
      skipped: () => undefined,
      progress: () => undefined,
    },
  );
  return counts;
}
