/** `terraform/_archived/`, `deploy/old/`, `unused/` */
const PUT_AWAY = /(?:^|\/)[_.]?(?:archived?|attic|deprecated|graveyard|obsolete|old|retired|unused)\//i;
/** Systems that still run are often called so, by those who would replace them. */
const LEGACY = /(?:^|\/)[_.]?legacy\//i;

/** Whether a path lies in a folder for what nobody uses any more. */
export const isPutAway = (path: string): boolean => PUT_AWAY.test(path);

/** Whether a path lies in such a folder, or in one for what may be used for the last time. */
export const isShelved = (path: string): boolean => isPutAway(path) || LEGACY.test(path);
