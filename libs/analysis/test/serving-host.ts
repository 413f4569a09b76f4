import { createInterface } from 'node:readline';
import { endWithParent, writeResult } from '@assay/sandbox-child';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { EnginePass } from '../src/engines/engine';
import { loadEngine } from '../src/engines/runtime/load-engine';
import { reportBroken, runEngine } from '../src/engines/runtime/serve-pass';

/** A tool that a host knows from an earlier message, or learns with this one. */
export interface ToolReference {
  readonly number: number;
  readonly definition?: ToolDefinition;
}

const tools = new Map<number, ToolDefinition>();

function toolOf({ number, definition }: ToolReference): ToolDefinition {
  if (definition) tools.set(number, definition);
  return tools.get(number)!;
}

/**
 * A host that serves one pass after another, each a line of standard input, where the host of production serves one and
 * ends. Every pass has what a process of its own would have: its scratch folder as working directory and home.
 */
async function serve(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const told = JSON.parse(line) as Omit<EnginePass, 'tools'> & { readonly tools: readonly ToolReference[] };
    const pass: EnginePass = { ...told, tools: told.tools.map(toolOf) };
    process.chdir(pass.scratch);
    process.env['HOME'] = process.env['TMPDIR'] = pass.scratch;
    let code = 0;
    try {
      await runEngine(pass, loadEngine);
    } catch (error) {
      reportBroken(error);
      code = 1;
    }
    writeResult({ kind: 'over', code });
  }
  process.exit(0); // an engine may leave timers and workers behind
}

endWithParent();
void serve();
