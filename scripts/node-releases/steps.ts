/** The steps on each Node.js, in this order. `npm ci` builds, too. */
export const STEPS = ['install', 'test', 'demo', 'appends', 'soak'] as const;

export type Step = (typeof STEPS)[number];
