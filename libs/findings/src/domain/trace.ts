/** The path of untrusted data to a finding's place: at most 25 steps, in their order. */
export interface RecordedTrace {
  /** The first is the source, the last is the sink, which is the finding's place. */
  readonly steps: readonly RecordedTraceStep[];
}

export const TRACE_STEP_KINDS = ['source', 'propagation', 'sink'] as const;

export interface RecordedTraceStep {
  readonly kind: (typeof TRACE_STEP_KINDS)[number];
  /** The path in the target, as findings name it. */
  readonly file: string;
  /** Counted from 1, and so is the column, in UTF-16 code units. */
  readonly line: number;
  /** Missing if it is not known. */
  readonly column?: number;
  /** The effect of the step: `stored in q`. At most 120 characters. */
  readonly text: string;
  /** How many steps between the one before and this one are left out. Missing: none. */
  readonly leftOut?: number;
}
