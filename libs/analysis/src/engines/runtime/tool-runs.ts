import type { Severity } from '@assay/kernel';
import type { EnginePass, RawFinding, SafePlace, SkipCause } from '../engine';
import type { HostMessage } from './host-protocol';
import { type FindingsJudge, MostSevere } from './most-severe';

export type ToolOutcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly reason: string; readonly timedOut: boolean }
  | { readonly status: 'skipped'; readonly reason: string; readonly cause?: SkipCause };

export interface ToolRun {
  readonly tool: string;
  /** The engine that ran; undefined until it has named itself. */
  readonly engine?: { readonly name: string; readonly version: string };
  readonly outcome: ToolOutcome;
  /** The findings that are kept of one tool: the most severe, in the order of the reports. */
  readonly findings: readonly RawFinding[];
  /** The number of all reported findings that count. */
  readonly findingsCount: number;
  /** Whether `findings` has fewer than `findingsCount`. */
  readonly truncated: boolean;
  /** The number of findings of each severity that are not in `findings`. */
  readonly notKept: Readonly<Record<Severity, number>>;
  readonly filesChecked: number;
  /** At most `MAX_UNREADABLE`. */
  readonly unreadable: readonly UnreadableFile[];
  /** The number of all reported unreadable files. */
  readonly unreadableCount: number;
  /** Places that the tool says are safe, at most `MAX_SAFE`. Undefined if it said nothing of the kind. */
  readonly safe?: readonly SafePlace[];
  /** Milliseconds from the start of the pass to the tool's outcome. */
  readonly duration: number;
}

export interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

const MAX_UNREADABLE = 5_000;
const MAX_SAFE = 20_000;

interface Collected {
  readonly found: MostSevere;
  readonly unreadable: UnreadableFile[];
  unreadableCount: number;
  safe?: SafePlace[];
}

/** The reports of the tools of one pass so far. Their size is bounded for any output of an engine. */
interface ToolRuns {
  /** Takes a message about a tool. Other messages, and messages about settled or unknown tools, are ignored. */
  receive(message: HostMessage): void;
  /** Gives this outcome to every tool without one. `onTool` is not called, because the caller may run them again. */
  settleRest(outcome: ToolOutcome): readonly ToolRun[];
  settled(): ReadonlyMap<string, ToolRun>;
}

interface CollectOptions extends FindingsJudge {
  readonly onTool?: (run: ToolRun) => void;
}

export function collectToolRuns(pass: EnginePass, started: number, options: CollectOptions = {}): ToolRuns {
  const { onTool } = options;
  const collected = new Map<string, Collected>(
    pass.tools.map((tool) => [tool.id, { found: new MostSevere(tool, options), unreadable: [], unreadableCount: 0 }]),
  );
  const settled = new Map<string, ToolRun>();
  let engine: ToolRun['engine'];
  const open = (tool: string) => (settled.has(tool) ? undefined : collected.get(tool));

  const settle = (tool: string, outcome: ToolOutcome, filesChecked: number): ToolRun | undefined => {
    const run = open(tool);
    if (!run) return undefined;
    const { found, ...others } = run;
    const kept = found.kept();
    const result: ToolRun = {
      tool,
      outcome,
      ...(engine && { engine }),
      ...others,
      ...kept,
      truncated: kept.findingsCount > kept.findings.length,
      filesChecked,
      duration: Math.round(performance.now() - started),
    };
    settled.set(tool, result);
    return result;
  };
  const settleAndTell = (tool: string, outcome: ToolOutcome, filesChecked = 0) => {
    const run = settle(tool, outcome, filesChecked);
    if (run) onTool?.(run);
  };

  return {
    receive(message) {
      switch (message.kind) {
        case 'engine':
          engine = { name: message.name, version: message.version };
          break;
        case 'finding':
          open(message.tool)?.found.add(message.finding);
          break;
        case 'safe':
          keepSafe(open(message.tool), message.place);
          break;
        case 'unreadable':
          keepUnreadable(open(message.tool), { file: message.file, reason: message.reason });
          break;
        case 'completed':
          settleAndTell(message.tool, { status: 'completed' }, message.filesChecked);
          break;
        case 'failed':
          settleAndTell(message.tool, { status: 'failed', reason: message.reason, timedOut: false });
          break;
        case 'skipped':
          settleAndTell(message.tool, {
            status: 'skipped',
            reason: message.reason,
            ...(message.cause && { cause: message.cause }),
          });
          break;
      }
    },
    settleRest: (outcome) => pass.tools.flatMap(({ id }) => settle(id, outcome, 0) ?? []),
    settled: () => settled,
  };
}

function keepSafe(run: Collected | undefined, place: SafePlace): void {
  if (!run) return;
  run.safe ??= [];
  if (run.safe.length < MAX_SAFE) run.safe.push(place);
}

function keepUnreadable(run: Collected | undefined, file: UnreadableFile): void {
  if (!run) return;
  run.unreadableCount += 1;
  if (run.unreadable.length < MAX_UNREADABLE) run.unreadable.push(file);
}
