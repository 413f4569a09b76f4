import type { runPassWithRepair } from '@assay/analysis';

/** Runs a pass: `runPassWithRepair`, or the replacement of a test. */
export type EngineRunner = typeof runPassWithRepair;

/** The injection token of the {@link EngineRunner}. */
export const ENGINE_RUNNER = Symbol('EngineRunner');
