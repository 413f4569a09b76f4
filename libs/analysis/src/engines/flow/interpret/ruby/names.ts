import { bitsOf } from '../../rules';

/** Methods by which an association of Rails makes a model. */
const BUILDING = /^(?:build(?:_\w+)?|create(?:_\w+)?!?|attach)$/;

/**
 * Whether the result of an unknown method has nothing of its arguments: those with a question mark return a truth
 * value, and a model does not carry the taints of its attributes.
 */
export const givesNothing = (name: string, isNew: boolean): boolean =>
  isNew || name.endsWith('?') || BUILDING.test(name);

/** Whether Rails makes the method for a route: it returns an address of the application itself. */
export const leadsHome = (name: string): boolean => /_(?:path|url)$/.test(name);

/** The weaknesses that the beginning of an address or path decides. */
export const ADDRESSES = bitsOf(['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting']);
