const SCRIPT = 'js,jsx,mjs,cjs,ts,tsx,mts,cts';

/** JavaScript and TypeScript. */
export const SCRIPTS = [`**/*.{${SCRIPT}}`];

/** JavaScript, TypeScript and the scripts of Vue and Svelte components. */
export const SCRIPTS_AND_COMPONENTS = [`**/*.{${SCRIPT},vue,svelte}`];

/** Paths of tests by the conventions of Jest, Vitest, Mocha and Cypress. */
export const TESTS = [`**/*.{test,spec,cy}.{${SCRIPT}}`, `**/{__tests__,test,tests,spec}/**/*.{${SCRIPT}}`];
