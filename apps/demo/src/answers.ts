import type { EntryFacts } from '@assay/billing';

/** The parts of the API's answers that the demo shows. */
export interface Progress {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly percentage: number;
}

export interface ToolReport {
  readonly toolName: string;
  readonly status: string;
  readonly duration: number;
  readonly findingsCount: number;
  readonly result?: { readonly reason?: string };
  readonly progress: Progress;
}

export interface Session {
  readonly sessionId: string;
  readonly scanId: string;
  readonly status: string;
  readonly progress: Progress;
  readonly summary: {
    readonly totalFindings: number;
    readonly bySeverity: Readonly<Record<string, number>>;
    readonly toolsRun: number;
    readonly toolsSkipped: number;
    readonly toolsFailed: number;
  };
  readonly refund: {
    readonly refundedCredits: number;
    readonly toolsRefunded: readonly string[];
    readonly newBalance: number;
  };
}

export interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  readonly tool: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly duplicateCount: number;
}

export interface Quote {
  readonly estimate: {
    readonly breakdown: {
      readonly base: number;
      readonly lines: number;
      readonly tools: Readonly<Record<string, number>>;
    };
    readonly total: number;
  };
  readonly balance: { readonly remaining: number };
  readonly canAfford: boolean;
}

export interface Audit {
  readonly balance: number;
  readonly entries: readonly (EntryFacts & {
    readonly timestamp: string;
    readonly amount: number;
    readonly balanceAfter: number;
  })[];
  readonly chain: { readonly valid: boolean; readonly head: string };
  readonly drift: { readonly readModelBalance: number; readonly difference: number };
}
