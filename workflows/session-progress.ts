import type { Pass, PassReport, SessionEnding, SettlementReport } from './session';

type ToolProgressState = 'waiting' | 'running' | 'interrupted' | 'done' | 'completed' | 'failed' | 'skipped';

interface ToolProgress {
  readonly engine: string;
  readonly state: ToolProgressState;
  /** Null until it is known. */
  readonly findings: number | null;
}

/** The progress of a session that an operator sees while it runs, and afterwards. */
export interface SessionProgress {
  readonly status: 'staging' | 'charging' | 'running' | 'settling' | 'completed' | 'partial' | 'failed' | 'canceled';
  /** How often the target has been staged; more than once where a worker was lost. */
  readonly staging: number;
  /** The queue of the worker that has the staged copy. */
  readonly worker: string | null;
  readonly tools: Readonly<Record<string, ToolProgress>>;
  readonly failure: string | null;
  /** Credits as a decimal; null until it is settled. */
  readonly refunded: string | null;
}

export const notBegun: SessionProgress = {
  status: 'staging',
  staging: 0,
  worker: null,
  tools: {},
  failure: null,
  refunded: null,
};

export const withStaging = (progress: SessionProgress): SessionProgress => ({
  ...progress,
  status: 'staging',
  staging: progress.staging + 1,
  worker: null,
  tools: withState(progress, (state) => (state === 'running' || state === 'interrupted' ? 'interrupted' : state)),
});

export const withStagedCopy = (progress: SessionProgress, worker: string): SessionProgress => ({
  ...progress,
  status: 'charging',
  worker,
});

/** After another staging only unfinished passes are listed. A pass that is not listed keeps its state. */
export function withPlan(progress: SessionProgress, passes: readonly Pass[]): SessionProgress {
  const waiting = passes.flatMap(({ engine, tools }) =>
    tools.map((tool) => [tool, { engine, state: 'waiting', findings: null }] as const),
  );
  return { ...progress, status: 'running', tools: { ...progress.tools, ...Object.fromEntries(waiting) } };
}

export const withPassBegun = (progress: SessionProgress, pass: Pass): SessionProgress =>
  passIn(progress, pass, 'running');
export const withPassBroken = (progress: SessionProgress, pass: Pass): SessionProgress =>
  passIn(progress, pass, 'interrupted');

export function withPassEnded(progress: SessionProgress, pass: Pass, report: PassReport | null): SessionProgress {
  const done = passIn(progress, pass, 'done');
  const reported = (report?.outcomes ?? []).map(
    ({ tool, status, findings }) => [tool, { engine: pass.engine, state: status, findings }] as const,
  );
  return { ...done, tools: { ...done.tools, ...Object.fromEntries(reported) } };
}

export const withSettling = (progress: SessionProgress, { failure }: SessionEnding): SessionProgress => ({
  ...progress,
  status: 'settling',
  failure: failure ? `${failure.code}: ${failure.message}` : null,
});

export const withEnd = (
  progress: SessionProgress,
  { failure, canceled }: SessionEnding,
  report: SettlementReport | null,
): SessionProgress => ({
  ...progress,
  status: report?.status ?? (canceled ? 'canceled' : failure ? 'failed' : 'completed'),
  refunded: report?.refunded ?? null,
});

function passIn(progress: SessionProgress, { engine, tools }: Pass, state: ToolProgressState): SessionProgress {
  return {
    ...progress,
    tools: { ...progress.tools, ...Object.fromEntries(tools.map((tool) => [tool, { engine, state, findings: null }])) },
  };
}

const withState = (
  { tools }: SessionProgress,
  change: (state: ToolProgressState) => ToolProgressState,
): SessionProgress['tools'] =>
  Object.fromEntries(
    Object.entries(tools).map(([tool, progress]) => [tool, { ...progress, state: change(progress.state) }]),
  );

/** The progress as the Temporal UI shows it: Markdown, a row for each tool. */
export function progressTable({ status, staging, worker, tools, failure, refunded }: SessionProgress): string {
  const rows = Object.entries(tools);
  const ended = rows.filter(([, { state }]) => !['waiting', 'running', 'interrupted'].includes(state)).length;
  const head = [
    `**${status}**${rows.length > 0 ? `, ${ended} of ${rows.length} tools ended` : ''}`,
    ...(worker === null ? [] : [`Staged on \`${worker}\`${staging > 1 ? `, staging ${staging}` : ''}`]),
    ...(failure === null ? [] : [`Failure: \`${oneLine(failure)}\``]),
    ...(refunded === null ? [] : [`Refunded: ${refunded} credits`]),
  ].join('  \n');
  if (rows.length === 0) return head;
  const table = rows.map(
    ([tool, { engine, state, findings }]) => `| ${tool} | ${engine} | ${state} | ${findings ?? ''} |`,
  );
  return [head, '', '| Tool | Engine | State | Findings |', '|---|---|---|---|', ...table].join('\n');
}

/** It contains text of the target, so it must be escaped. */
const oneLine = (text: string): string => text.replace(/[`\r\n|]+/g, ' ');
