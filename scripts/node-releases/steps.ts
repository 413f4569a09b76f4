/** The steps on each Node.js, in this order. `npm ci` builds, too. */
export const STEPS = ['install', 'test', 'platform', 'demo', 'appends', 'soak'] as const;

export type Step = (typeof STEPS)[number];

/** The steps where none is named: `test` has the specs of `platform`, too. */
export const WHOLE: readonly Step[] = STEPS.filter((step) => step !== 'platform');
