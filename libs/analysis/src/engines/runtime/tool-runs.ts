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

interface CollectOptions extends FindingsJudge {
  readonly onTool?: (run: ToolRun) => void;
}

/** The reports of the tools of one pass so far. Their size is bounded for any output of an engine. */
export class ToolRuns {
  private readonly collected: ReadonlyMap<string, Collected>;
  private readonly ended = new Map<string, ToolRun>();
  private engine: ToolRun['engine'];

  /** @param started when the pass began, in the milliseconds of `performance.now()` */
  constructor(
    private readonly pass: EnginePass,
    private readonly started: number,
    private readonly options: CollectOptions = {},
  ) {
    this.collected = new Map(
      pass.tools.map((tool) => [tool.id, { found: new MostSevere(tool, options), unreadable: [], unreadableCount: 0 }]),
    );
  }

  /** Takes a message about a tool. Other messages, and messages about settled or unknown tools, are ignored. */
  receive(message: HostMessage): void {
    switch (message.kind) {
      case 'engine':
        this.engine = { name: message.name, version: message.version };
        break;
      case 'finding':
        this.open(message.tool)?.found.add(message.finding);
        break;
      case 'safe':
        keepSafe(this.open(message.tool), message.place);
        break;
      case 'unreadable':
        keepUnreadable(this.open(message.tool), { file: message.file, reason: message.reason });
        break;
      case 'completed':
        this.settleAndTell(message.tool, { status: 'completed' }, message.filesChecked);
        break;
      case 'failed':
        this.settleAndTell(message.tool, { status: 'failed', reason: message.reason, timedOut: false });
        break;
      case 'skipped':
        this.settleAndTell(message.tool, {
          status: 'skipped',
          reason: message.reason,
          ...(message.cause && { cause: message.cause }),
        });
        break;
    }
  }

  /** Gives this outcome to every tool without one. `onTool` is not called, because the caller may run them again. */
  settleRest(outcome: ToolOutcome): readonly ToolRun[] {
    return this.pass.tools.flatMap(({ id }) => this.settle(id, outcome, 0) ?? []);
  }

  settled(): ReadonlyMap<string, ToolRun> {
    return this.ended;
  }

  /** The reports of a tool that has no outcome yet. */
  private open(tool: string): Collected | undefined {
    return this.ended.has(tool) ? undefined : this.collected.get(tool);
  }

  private settle(tool: string, outcome: ToolOutcome, filesChecked: number): ToolRun | undefined {
    const run = this.open(tool);
    if (!run) return undefined;
    const { found, ...others } = run;
    const kept = found.kept();
    const result: ToolRun = {
      tool,
      outcome,
      ...(this.engine && { engine: this.engine }),
      ...others,
      ...kept,
      truncated: kept.findingsCount > kept.findings.length,
      filesChecked,
      duration: Math.round(performance.now() - this.started),
    };
    this.ended.set(tool, result);
    return result;
  }

  private settleAndTell(tool: string, outcome: ToolOutcome, filesChecked = 0): void {
    const run = this.settle(tool, outcome, filesChecked);
    if (run) this.options.onTool?.(run);
  }
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
