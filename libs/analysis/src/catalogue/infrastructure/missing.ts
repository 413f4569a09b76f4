import { type Condition, matches, milder, present } from './condition';

/** Stands behind a missing path that git is told to ignore: somebody may write it before it is used. */
export const IGNORED = ', which git ignores';

/** @param attribute has the path that is not there */
export const missing = (attribute: string): Condition => milder(present(attribute), matches(attribute, /, which git ignores$/));
