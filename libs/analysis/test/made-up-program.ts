import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { Engine, RawFinding } from '../src/engines/engine';

/** An engine's report about one tool. */
export interface Reported {
  readonly engine: string;
  readonly findings: readonly RawFinding[];
  readonly unreadable: readonly string[];
  /** `completed`, or why it failed. */
  readonly outcome: string;
}

/**
 * Runs an engine, in this process, on a tree that is made for the purpose. Each program that it starts is replaced by a
 * script for Node.js, whose first argument is in `process.argv[2]`. So the engine handles the output and exit status of
 * the script, without the real program.
 * @throws the engine's error
 */
export async function runWithMadeUpPrograms(
  engine: Engine,
  tool: ToolDefinition,
  programs: Readonly<Record<string, string>>,
  tree: Readonly<Record<string, string>>,
): Promise<Reported> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-program-'));
  const [root, scratch] = [join(folder, 'root'), join(folder, 'scratch')];
  const findings: RawFinding[] = [];
  const unreadable: string[] = [];
  let name = '';
  let outcome = 'none';
  try {
    for (const each of [root, scratch]) mkdirSync(each);
    const paths = Object.entries(programs).map(([program, script]): [string, string] => {
      writeFileSync(join(folder, program), `#!${process.execPath}\n${script}\n`, { mode: 0o755 });
      return [program, join(folder, program)];
    });
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const files = Object.entries(tree).map(([path, text]) => ({
      staged: path,
      path,
      size: Buffer.byteLength(text),
      lines: text.split('\n').length,
      language: '',
    }));
    await engine.run(
      { engine: tool.engine, tools: [tool], root, files, scratch, programs: Object.fromEntries(paths) },
      {
        engine: (each, version) => void (name = `${each} ${version}`),
        finding: (_, finding) => void findings.push(finding),
        unreadable: (_, file, reason) => void unreadable.push(`${file}: ${reason}`),
        completed: () => void (outcome = 'completed'),
        failed: (_, reason) => void (outcome = reason),
        skipped: (_, reason) => void (outcome = reason),
        progress: () => undefined,
      },
    );
    return { engine: name, findings, unreadable, outcome };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
