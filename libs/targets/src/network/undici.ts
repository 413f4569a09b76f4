/** Loaded when the first address is contacted: 110 modules that a scan of a directory does not need. */
export const undici = (): typeof import('undici') => require('undici') as typeof import('undici');
