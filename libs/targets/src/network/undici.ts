/** Loaded when the first address is contacted: 110 modules that a scan of a directory does not need. */
export const undici = (): typeof import('undici') => require('undici') as typeof import('undici');

/**
 * Loads now what the first contact would load: some 100 ms in which nobody is answered. A process that answers others
 * does so before it listens.
 */
export function loadBeforeContacts(): void {
  undici();
}
