import type { runPassWithRepair } from '@assay/analysis';

/** How a pass is run: `runPassWithRepair`, or what a test puts in its place. */
export type EngineRunner = typeof runPassWithRepair;

/** The injection token of the {@link EngineRunner}. */
export const ENGINE_RUNNER = Symbol('EngineRunner');
