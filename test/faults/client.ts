import { apiClient } from '../../apps/demo/src/api-client';

export interface ToolReport {
  readonly toolName: string;
  readonly status: string;
  readonly findingsCount: number;
  readonly result?: {
    readonly reason?: string;
    readonly unreadable?: readonly { readonly file: string; readonly reason: string }[];
  };
}

/** The parts of the API's answers that the fault tests judge. */
export interface SessionAnswer {
  readonly sessionId: string;
  readonly scanId: string;
  readonly status: string;
  readonly toolReports: Readonly<Record<string, ToolReport>>;
  readonly summary: {
    readonly totalFindings: number;
    readonly toolsRun: number;
    readonly toolsFailed: number;
    readonly toolsSkipped: number;
  };
  readonly refund: {
    readonly refundedCredits: number;
    readonly toolsRefunded: readonly string[];
    readonly newBalance: number;
  };
  readonly error?: { readonly code: string; readonly message: string };
  readonly targetSummary: {
    readonly files: number;
    readonly leftOut: {
      readonly total: number;
      readonly first: readonly { readonly path: string; readonly reason: string }[];
    };
  } | null;
}

export interface FindingAnswer {
  readonly id: string;
  readonly fingerprint: string;
  readonly tool: string;
  readonly file: string | null;
}

export interface AuditAnswer {
  /** The sum of the entries alone: a month that has not been opened yet has no entries. */
  readonly recordedBalance: number;
  readonly balance: number;
  readonly entries: readonly {
    readonly type: string;
    readonly amount: number;
    readonly balanceAfter: number;
    readonly details: { readonly sessionId?: string };
  }[];
  readonly nextCursor: string | null;
  readonly chain: { readonly valid: boolean };
  readonly drift: { readonly difference: number };
}

export interface SessionRequest {
  readonly target: { readonly directory: string };
  readonly tools?: readonly string[];
  readonly applicationId?: string;
  readonly timeout?: number;
  readonly maxConcurrent?: number;
}

/** Small, so that the audit has several pages. */
const PAGE = 3;

/** The actions of a client of the public HTTP API, named as in these tests. */
export function clientOf({ url, key }: { readonly url: string; readonly key: string }) {
  const api = apiClient(url, key);
  const session = (sessionId: string) => api.get<SessionAnswer>(`/api/sessions/${sessionId}`);
  return {
    ...api,
    session,
    async start(request: SessionRequest): Promise<string> {
      return (await api.post<{ sessionId: string }>('/api/sessions', request)).sessionId;
    },
    async sessionIds(): Promise<string[]> {
      const ids: string[] = [];
      for (;;) {
        const { sessions, total } = await api.get<{ sessions: { sessionId: string }[]; total: number }>(
          `/api/sessions?limit=100&offset=${ids.length}`,
        );
        ids.push(...sessions.map(({ sessionId }) => sessionId));
        if (sessions.length === 0 || ids.length >= total) return ids;
      }
    },
    /** Follows the session's server-sent events to the end. @throws Error when the stream stops without an end event */
    async ended(sessionId: string): Promise<SessionAnswer> {
      for await (const { event } of api.events(`/api/sessions/${sessionId}/events`))
        if (event === 'end') return session(sessionId);
      throw new Error(`the events of ${sessionId} ended without its end`);
    },
    async findings(scanId: string): Promise<FindingAnswer[]> {
      const all: FindingAnswer[] = [];
      for (;;) {
        const { findings } = await api.get<{ findings: FindingAnswer[] }>(
          `/api/v1/findings?scanId=${scanId}&limit=${PAGE}&offset=${all.length}`,
        );
        if (findings.length === 0) return all;
        all.push(...findings);
      }
    },
    /** Includes the entries of all pages. */
    async audit(): Promise<AuditAnswer> {
      const first = await api.get<AuditAnswer>('/api/billing/audit?limit=500');
      const entries = [...first.entries];
      for (let cursor = first.nextCursor; cursor !== null; ) {
        const page = await api.get<AuditAnswer>(`/api/billing/audit?limit=500&cursor=${cursor}`);
        entries.push(...page.entries);
        cursor = page.nextCursor;
      }
      return { ...first, entries };
    },
    /** Returns the response without checking its status. */
    request: (
      method: string,
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Response> =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

export type Client = ReturnType<typeof clientOf>;
