import { type Condition, matches, milder, present } from './condition';

/** A path that is not there, in words: one that git is told to ignore may be written before it is used. */
export const missingPath = (path: string, isIgnored: boolean): string => (isIgnored ? `${path}, which git ignores` : path);

/** @param attribute has the path that is not there */
export const missing = (attribute: string): Condition => milder(present(attribute), matches(attribute, /, which git ignores$/));
