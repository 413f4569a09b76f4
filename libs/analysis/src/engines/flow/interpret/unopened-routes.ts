import type { Expression, FunctionForm } from '../ir';
import { nameOfCalled } from './called-names';
import type { EvaluatedArgument } from './evaluated-call';
import { noteOfRoute } from './routers';
import type { Flow, Run } from './run';
import { withDoubt } from './values';

type Call = Extract<Expression, { kind: 'call' }>;

/** Methods that a link or a form of another site cannot send: `app.put`, `@DeleteMapping`, `[HttpPatch]`. */
const UNSENT = /^(?:http)?(?:put|patch|delete)(?:mapping)?$/i;
/** Methods of a router that add a route which a link or a form can open. */
const OPENED = /^(?:get|post|all|any|head|options|use|handle(?:func)?|route|add|match)$/i;

/**
 * Records of each function that a call adds to a router whether no link opens its route: the route answers a method
 * that links do not send, or asks for a token in a header. Markup in the input of such a route runs in no other
 * browser than the sender's.
 */
export function noteUnopened(run: Run, { callee, args: written }: Call, args: readonly EvaluatedArgument[]): void {
  if (callee.kind !== 'field' || typeof args[0]?.value.constant !== 'string') return;
  const isUnsent = UNSENT.test(callee.name);
  if (!isUnsent && !OPENED.test(callee.name)) return;
  const isUnopened = isUnsent || written.some(({ value }) => asksForBearer(value));
  for (const { value } of args) for (const { form } of value.functions) noteOfRoute(run.unopened, form, isUnopened);
}

/** `passport.authenticate('bearer')` */
const asksForBearer = (value: Expression): boolean =>
  value.kind === 'call' &&
  nameOfCalled(value.callee) === 'authenticate' &&
  value.args[0]?.value.kind === 'literal' &&
  value.args[0].value.value === 'bearer';

/** Gives a doubt to a page that shows the input of a request, if no link opens the page. */
export function asOpened(run: Run, flow: Flow): Flow {
  if (flow.weakness !== 'cross-site-scripting' || !flow.taint.label.endsWith('of the request')) return flow;
  const isUnopened = flow.within?.some((form) => run.unopened.get(form) === true || isAnsweredUnsent(form)) === true;
  return isUnopened ? { ...flow, taint: withDoubt(flow.taint, 'unopened') } : flow;
}

/** `@Put()`, `@router.delete('/')`, `@PatchMapping`, and none of the other methods beside it. */
function isAnsweredUnsent({ decorators }: FunctionForm): boolean {
  const names = decorators.map((decorator) => nameOfCalled(decorator.kind === 'call' ? decorator.callee : decorator));
  return names.some((name) => UNSENT.test(name)) && !names.some((name) => /^(?:http)?(?:get|post)/i.test(name));
}
