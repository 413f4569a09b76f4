/** Every tenth file has one call of each kind that input reaches; each calls into the file before it. */
export const isDangerous = (index: number): boolean => index % 10 === 0;
export const before = (index: number): number => Math.max(0, index - 1);
