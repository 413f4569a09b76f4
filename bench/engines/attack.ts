import type { Client } from './attacker';

export interface Target {
  readonly attacker: Client;
  /** The attacker's API key. */
  readonly key: string;
  /** A site of the attacker. */
  readonly page: string;
  /** The service. */
  readonly url: string;
}

export type Run = (target: Target) => Promise<void>;

/** The attacker's means besides the API. */
export interface Means {
  /** A folder whose directories may be scanned. */
  readonly roots: string;
}

/** One way in which a tenant tries to keep others waiting. */
export interface Attack {
  readonly name: string;
  /** Makes the requests before anything is measured, because making them would keep this process from measuring. */
  prepare(means: Means): Run;
}

/** The fraction of each attack's size: a run with less than one shows that the benchmark works. */
export const SHARE = Number(process.env['ASSAY_BENCH_ATTACK'] ?? 1);
export const scaled = (count: number): number => Math.max(1, Math.round(count * SHARE));
