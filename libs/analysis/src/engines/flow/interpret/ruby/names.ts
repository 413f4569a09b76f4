import { bitOf } from '../../rules';

/** Methods by which an association of Rails makes a model. */
const BUILDING = /^(?:build(?:_\w+)?|create(?:_\w+)?!?|attach)$/;

/**
 * Whether a method that is not known gives nothing of what it gets: those with a question mark say what is true, and a
 * model is not what it is made of.
 */
export const givesNothing = (name: string, isNew: boolean): boolean =>
  isNew || name.endsWith('?') || BUILDING.test(name);

/** Whether Rails makes the method of a route: it gives an address of the application itself. */
export const leadsHome = (name: string): boolean => /_(?:path|url)$/.test(name);

/** What the beginning of an address or path decides. */
export const ADDRESSES = (
  ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting'] as const
).reduce((mask, weakness) => mask | bitOf(weakness), 0);
