import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../../../catalogue/flow';
import type { PassReporter } from '../../../engine';
import { BROKE } from '../../../kit/per-file';
import { engine } from '../../flow.engine';
import { Run } from '../../interpret/run';
import { State } from '../../interpret/state';
import { Lowering } from '../../lower/lowering';

/** A file, of which the text is written as a letter a byte. */
export interface Given {
  readonly tool: string;
  readonly file: string;
  readonly bytes: string;
}

export interface Followed {
  /** `<line> <rule>` of each finding. */
  readonly found: readonly string[];
  /** Why the file was not followed to its end. */
  readonly unfinished: readonly string[];
  readonly failed: readonly string[];
  /** Statements and expressions that were read or run. */
  readonly work: number;
  /** How often the states of the run were asked for a variable, an object or a guard, or got another one. */
  readonly visits: number;
}

let work = 0;
let visits = 0;
const works = () => void (work += 1);
const visited = () => void (visits += 1);

/** Counts the calls of a method. */
function count(prototype: object, method: string, add: () => void): void {
  const counted = prototype as Record<string, (...args: unknown[]) => unknown>;
  const real = counted[method]!;
  counted[method] = function (this: unknown, ...args: unknown[]) {
    add();
    return real.apply(this, args);
  };
}

async function follow(root: string, { tool, file, bytes }: Given): Promise<Followed> {
  const found: string[] = [];
  const unfinished: string[] = [];
  const failed: string[] = [];
  const text = Buffer.from(bytes, 'latin1');
  writeFileSync(join(root, file), text);
  const nothing = () => undefined;
  const report: PassReporter = {
    finding: (_, { line, rule }) => void found.push(`${line} ${rule}`),
    // A fault of the engine is no bound that a file may exceed.
    unreadable: (_, __, reason) => void (reason.startsWith(BROKE) ? failed : unfinished).push(reason),
    failed: (_, reason) => void failed.push(reason),
    ...{ engine: nothing, completed: nothing, skipped: nothing, progress: nothing },
  };
  [work, visits] = [0, 0];
  const files = [{ staged: file, path: file, size: text.length, lines: 0, language: '' }];
  const tools = flowTools.filter(({ id }) => id === tool);
  await engine.run({ engine: 'flow', tools, root, files, scratch: root }, report);
  return { found, unfinished, failed, work, visits };
}

count(Run.prototype, 'step', works);
count(Lowering.prototype, 'oneLevel', works);
for (const method of ['get', 'set', 'object', 'setObject', 'guard', 'setGuard'])
  count(State.prototype, method, visited);
const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
process.on('disconnect', () => rmSync(root, { recursive: true, force: true }));
process.on('message', async (given: Given) => process.send!(await follow(root, given)));
