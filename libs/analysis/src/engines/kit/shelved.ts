const SHELVED = /(?:^|\/)(?:archived?|attic|deprecated|legacy|obsolete|old|retired)\//i;

/** Whether a path lies in a folder for what nobody builds any more. */
export const isShelved = (path: string): boolean => SHELVED.test(path);
