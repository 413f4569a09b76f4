import { type Syntax, field, meaningful } from '../syntax';

/** Methods that the routes of a resource call, whoever else calls them. */
const ACTIONS = /^(?:__\w+|index|create|store|show|edit|update|destroy)$/;
const OWN_CALL = /(?:\$this->|\b(?:self|static)::)(\w+)\s*\(/g;

/**
 * The methods of a class that it calls itself with what no route has: a route gives parts of its path, and the request.
 * No framework calls these.
 */
export function helpersOf(body: Syntax, methods: readonly Syntax[]): ReadonlySet<string> {
  const called = new Set([...body.text().matchAll(OWN_CALL)].map(([, name]) => name!));
  const names = methods.flatMap((method) => {
    const name = field(method, 'name')?.text() ?? '';
    const parameters = field(method, 'parameters');
    const takesNoRequest = parameters !== undefined && !/Request\b/.test(parameters.text());
    const isHelper = called.has(name) && !ACTIONS.test(name) && takesNoRequest && meaningful(parameters).length > 0;
    return isHelper ? [name] : [];
  });
  return new Set(names);
}
