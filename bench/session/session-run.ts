import { catalogue } from '@assay/analysis';
import type { ApiClient } from '../../apps/demo/src/api-client';

export interface SessionRun {
  readonly seconds: number;
  /** The seconds until the first engine was started, and those from the last outcome to the end. */
  readonly before: number;
  readonly after: number;
  /** Lines that were charged. */
  readonly lines: number;
  readonly tools: readonly string[];
  /** Those that did not complete, and why. */
  readonly unfinished: readonly string[];
  readonly findings: number;
  readonly engines: ReadonlyMap<string, EngineShare>;
}

/** Seconds from the engine's start to its last outcome, and what its tools found. */
export interface EngineShare {
  readonly seconds: number;
  readonly tools: number;
  readonly findings: number;
}

interface Progress {
  readonly progress: { readonly running: number };
}
interface Report {
  readonly status: string;
  readonly duration: number;
  readonly findingsCount: number;
  readonly result?: { readonly reason?: string };
}
interface Session {
  readonly status: string;
  readonly toolReports: Readonly<Record<string, Report>>;
  readonly targetSummary: { readonly lines: number } | null;
}

/** A session of all tools, from the request to its end. A tool that has nothing to look at leaves it. */
export async function runSession(
  api: ApiClient,
  { directory, ...request }: { readonly directory: string; readonly maxConcurrent: number; readonly timeout: number },
): Promise<SessionRun> {
  const began = performance.now();
  const { sessionId } = await api.post<{ sessionId: string }>('/api/sessions', {
    target: { directory },
    ...request,
    enableIntelligence: false,
  });
  let firstStart: number | undefined;
  let lastOutcome = began;
  for await (const { event, data } of api.events(`/api/sessions/${sessionId}/events`)) {
    if ((data as Progress).progress.running > 0) firstStart ??= performance.now();
    if (event === 'tool') lastOutcome = performance.now();
    if (event === 'end') break;
  }
  const ended = performance.now();
  const { toolReports, targetSummary } = await api.get<Session>(`/api/sessions/${sessionId}`);
  const seconds = (milliseconds: number) => milliseconds / 1_000;
  return {
    seconds: seconds(ended - began),
    before: seconds((firstStart ?? began) - began),
    after: seconds(ended - lastOutcome),
    lines: targetSummary?.lines ?? 0,
    tools: Object.keys(toolReports),
    unfinished: Object.entries(toolReports)
      .filter(([, { status }]) => status !== 'completed')
      .map(([tool, { status, result }]) => `${tool} ${status}: ${result?.reason ?? 'without a reason'}`),
    findings: Object.values(toolReports).reduce((total, { findingsCount }) => total + findingsCount, 0),
    engines: sharesOf(toolReports),
  };
}

function sharesOf(toolReports: Readonly<Record<string, Report>>): Map<string, EngineShare> {
  const engines = new Map<string, EngineShare>();
  for (const { id, engine } of catalogue) {
    const report = toolReports[id];
    if (!report) continue;
    const { seconds, tools, findings } = engines.get(engine) ?? { seconds: 0, tools: 0, findings: 0 };
    engines.set(engine, {
      seconds: Math.max(seconds, report.duration / 1_000),
      tools: tools + 1,
      findings: findings + report.findingsCount,
    });
  }
  return engines;
}
