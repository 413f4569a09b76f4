import type { Expression, FunctionForm } from '../ir';
import { isGateOfAdministrators } from '../lower/administrators';
import { accessKey } from './access-key';
import { nameOfCalled } from './called-names';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';

type Call = Extract<Expression, { kind: 'call' }>;

/** Stands below a router among the guards of a state. No router has a field of this name. */
const ROUTES = 'its later routes';
/** Calls that put a function before the routes that a router gets later, or before those of the result. */
const BEFORE_LATER = new Set(['use', 'Use']);
const BEFORE_ITS_OWN = new Set(['Group', 'With']);
const ADDS_ROUTE = new Set([
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'Any', 'Handle', 'HandleFunc'],
  ...['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All', 'Method', 'MethodFunc', 'Add', 'Match'],
  ...['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all'],
]);
/** `a.With(one).With(two)`: more links of a chain are not looked at. */
const MOST_LINKS = 8;

/** `router.use(requireAdmin)`: the routes that the router gets later are for administrators alone. */
export function noteRouter(run: Run, { callee, args }: Call): void {
  if (callee.kind !== 'field' || !BEFORE_LATER.has(callee.name)) return;
  // Behind a path, it stands before some of the routes only.
  if (args[0]?.value.kind === 'literal' || !hasGate(run, args)) return;
  const router = accessKey(callee.object);
  if (router !== undefined) run.state.setGuard(`${router}.${ROUTES}`, 1);
}

/** Whether the routes that a call adds are for administrators alone, as their router says. */
export function isOfAdministrators(run: Run, callee: Expression): boolean {
  let router = callee.kind === 'field' ? callee.object : undefined;
  for (let links = 0; router !== undefined && links < MOST_LINKS; links += 1) {
    const key = accessKey(router);
    if (key !== undefined && run.state.guard(`${key}.${ROUTES}`) !== 0) return true;
    const made: Expression = router.kind === 'variable' ? run.written.of(router) : router;
    if (made.kind !== 'call' || made.callee.kind !== 'field') return false;
    if (BEFORE_ITS_OWN.has(made.callee.name) && hasGate(run, made.args)) return true;
    router = made.callee.object;
  }
  return false;
}

/**
 * `admin.GET("/users", list)`, `router.get('/users', requireAdmin, list)`: records whether each call that adds a
 * function to a router does so for administrators alone, where the framework's calls of it are not followed.
 */
export function noteRoutes(run: Run, { callee, args: written }: Call, args: readonly EvaluatedArgument[]): void {
  if (callee.kind !== 'field' || !ADDS_ROUTE.has(callee.name) || typeof args[0]?.value.constant !== 'string') return;
  const handlers = args.flatMap(({ value }) => value.functions);
  if (handlers.length === 0) return;
  const isLeft = isOfAdministrators(run, callee) || hasGate(run, written);
  for (const { form } of handlers) noteOfRoute(run.routed, form, isLeft);
}

/** Records of a function whether something holds for each route that has it: for this one, and for those before. */
export const noteOfRoute = (known: Map<FunctionForm, boolean>, form: FunctionForm, holds: boolean): void =>
  void known.set(form, holds && known.get(form) !== false);

const hasGate = (run: Run, args: Call['args']): boolean => args.some(({ value }) => isGate(run, value));

function isGate(run: Run, expression: Expression): boolean {
  const named = expression.kind === 'call' ? expression.callee : expression;
  if (isGateOfAdministrators(nameOfCalled(named))) return true;
  if (expression.kind === 'list') return expression.items.some(({ value }) => isGate(run, value));
  if (expression.kind !== 'variable' && expression.kind !== 'field') return false;
  const { functions } = run.evaluate(expression);
  return functions.length > 0 && functions.every(({ form }) => run.passedOn.get(form) === true);
}
