/** Script files that oxlint parses on its own. */
export const SCRIPT_FILES = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];

/** Script, and the script blocks of single-file components. */
export const SCRIPT_AND_COMPONENT_FILES = [...SCRIPT_FILES, '**/*.{vue,svelte,astro}'];

export const TYPESCRIPT_FILES = ['**/*.{ts,mts,cts,tsx}'];

/** Files in which JSX is legal: many React projects write it in plain `.js`. */
export const JSX_FILES = ['**/*.{jsx,tsx,js,mjs}'];

export const TEST_FILES = ['**/*.{test,spec}.{js,mjs,cjs,jsx,ts,mts,cts,tsx}', '**/__tests__/**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];
