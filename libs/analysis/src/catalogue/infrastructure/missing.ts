import { type Condition, matches, milder, present } from './condition';

/**
 * A path that is not there, in words: one that git is told to ignore may be written before it is used, and the files of
 * a submodule may be fetched.
 */
export const missingPath = (path: string, why: false | 'ignored' | 'submodule'): string => (why === false ? path : `${path}, ${WHY[why]}`);

const WHY = { ignored: 'which git ignores', submodule: 'which is of a submodule' };

/** @param attribute has the path that is not there */
export const missing = (attribute: string): Condition => milder(present(attribute), matches(attribute, /, which (?:git ignores|is of a submodule)$/));
