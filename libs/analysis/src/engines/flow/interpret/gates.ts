import type { Expression, FunctionForm } from '../ir';
import { accessKey } from './access-key';
import { nameOfCalled, nameOfVariable } from './called-names';
import type { Run } from './run';
import { rememberedByName } from './remembered-names';
import type { State } from './state';

type Call = Extract<Expression, { kind: 'call' }>;

/** Stands among the guards of a state for what is known of who gets there. It is no place of the program. */
const WHO = 'who gets here';
/** The bits of this guard: none but administrators, none but holders of a key. */
const ADMINISTRATORS = 1;
const KEY_HOLDERS = 2;

export const isLeftToAdministrators = (state: State): boolean => (state.guard(WHO) & ADMINISTRATORS) !== 0;
export const isLeftToKeyHolders = (state: State): boolean => (state.guard(WHO) & KEY_HOLDERS) !== 0;

/** Who gets to the running code, as a key: a finding is judged by all who get there. */
export function whoGetsHere(run: Run): string {
  const who = run.state.guard(WHO);
  if (who === 0) return run.isForAdministrators ? 'administrators ' : '';
  const isForAdministrators = run.isForAdministrators || (who & ADMINISTRATORS) !== 0;
  return `${isForAdministrators ? 'administrators ' : ''}${(who & KEY_HOLDERS) === 0 ? '' : 'key holders '}`;
}

const leaveTo = ({ state }: Run, who: number): void => state.setGuard(WHO, state.guard(WHO) | who);

const ROLE = '(?:super_?|site_?|system_?|global_?)?(?:admin(?:istrator)?|super_?user)s?';
/** `isAdmin`, `is_superuser`, `admin?`, `isAdminOrUp`, and not `isAdminOrOwner` or `isAdminPage`. */
const ASKS = new RegExp(
  `^(?:(?:current_?)?user_?)?(?:(?:is|has|am)_?)?(?:an?_?)?(?:${ROLE}|is_?staff|is_?root_?user)` +
    String.raw`(?:_?or_?(?:up|higher|above|more))?(?:_?(?:user|role|rights|access|privileges?))?\??$`,
  'i',
);
const NAMES_ROLE = new RegExp(`^(?:role_)?(?:is_?)?(?:${ROLE}|root_?user)(?:_?role)?$|^manage_options$`, 'i');
const ASKS_ROLE = /role|authority|permission|privilege|^(?:includes?\??|contains|in_array|(?:current_user_)?can\??)$/i;
const asks = rememberedByName((name) => ASKS.test(name));
const asksForRole = rememberedByName((name) => ASKS_ROLE.test(name));
const HOLDS_ROLE = /role|(?:user|account)_?(?:type|level|kind)$|^group$/i;

/** Who gets to each side of a condition, which its text alone tells: loops and calls ask for it again and again. */
const toldByText = new WeakMap<Expression, { readonly ifTrue: number; readonly ifFalse: number }>();

/** Applies what a condition tells about who gets there if it is true, or if it is false. */
export function refineUser(run: Run, condition: Expression, isTrue: boolean): void {
  let told = toldByText.get(condition);
  if (told === undefined) {
    told = { ifTrue: whoGetsBy(condition, true), ifFalse: whoGetsBy(condition, false) };
    toldByText.set(condition, told);
  }
  const who = isTrue ? told.ifTrue : told.ifFalse;
  if (who !== 0) leaveTo(run, who);
}

function whoGetsBy(condition: Expression, isTrue: boolean): number {
  const who = (isTrue ? asksForAdministrator(condition) : asksForAnother(condition)) ? ADMINISTRATORS : 0;
  return condition.kind === 'operation' && isTrue === (condition.operator === '==') && comparesKey(condition.operands)
    ? who | KEY_HOLDERS
    : who;
}

function asksForAdministrator(condition: Expression): boolean {
  if (condition.kind === 'field') return asks(condition.name);
  if (condition.kind === 'variable') return /^(?:is|has)_?/i.test(nameIn(condition)) && asks(nameIn(condition));
  if (condition.kind === 'call') return asksInCall(condition);
  return condition.kind === 'operation' && condition.operator === '==' && comparesRole(condition.operands);
}

const asksForAnother = (condition: Expression): boolean =>
  condition.kind === 'operation' && condition.operator === '!=' && comparesRole(condition.operands);

const nameIn = (variable: Extract<Expression, { kind: 'variable' }>): string => nameOfVariable(variable.id) ?? '';

/** `user.isAdmin()`, `hasRole('admin')`; WordPress's `is_admin()` asks for the page, not for who sees it. */
function asksInCall({ callee, args }: Call): boolean {
  const name = nameOfCalled(callee);
  if (asks(name)) return callee.kind === 'field' || args.length > 0;
  return asksForRole(name) && args.some(({ value }) => namesRole(value));
}

const namesRole = (expression: Expression): boolean =>
  (expression.kind === 'literal' && typeof expression.value === 'string' && NAMES_ROLE.test(expression.value)) ||
  (expression.kind === 'field' && NAMES_ROLE.test(expression.name));

/** `user.role == 'admin'` */
function comparesRole([left, right]: readonly Expression[]): boolean {
  const isOf = (one: Expression, other: Expression) => namesRole(other) && HOLDS_ROLE.test(lastNameOf(one));
  return left !== undefined && right !== undefined && (isOf(left, right) || isOf(right, left));
}

const lastNameOf = (expression: Expression): string =>
  expression.kind === 'field'
    ? expression.name
    : expression.kind === 'variable'
      ? nameIn(expression)
      : expression.kind === 'index' && expression.key.kind === 'literal'
        ? String(expression.key.value)
        : '';

/** A key of the program's own settings: `process.env.INTERNAL_API_KEY`, `settings.SHARED_SECRET`. */
const OWN_KEY = /\b(?:env|environ|config|configuration|settings)\b.*\.\w*(?:key|secret|token|passw(?:or)?d)$/i;

const comparesKey = (operands: readonly Expression[]): boolean =>
  operands.length === 2 &&
  operands.some(({ kind }) => kind !== 'literal' && kind !== 'call') &&
  operands.some(isOwnKey);

function isOwnKey(operand: Expression): boolean {
  const key = accessKey(operand);
  return key !== undefined && key.includes('.') && OWN_KEY.test(key);
}

/** `requireAdmin(user)`, `ensure_superuser`: a function that does not come back for others, by its name. */
const REFUSES = /^(?:require|ensure|assert|enforce|must_?be)/i;

/** `Gate::authorize('admin')`, `denyAccessUnlessGranted('ROLE_ADMIN')`: the same, by the role that it gets. */
const REFUSES_BY_ROLE =
  /^(?:authorize!?|deny_?access_?unless_?granted|(?:require|ensure|assert|enforce)_?(?:role|permission|can)s?)$/i;

/** How a function of this name lets none but administrators pass: by its name alone, or by the role that it gets. */
const refusalOf = rememberedByName((name): 'always' | 'by role' | undefined => {
  if (REFUSES_BY_ROLE.test(name)) return 'by role';
  return REFUSES.test(name) && ASKS.test(name.replace(REFUSES, '').replace(/^_/, '')) ? 'always' : undefined;
});

/** Applies what a call tells that has come back. */
export function tellUser(run: Run, { callee, args }: Call, called: FunctionForm | undefined): void {
  const name = nameOfCalled(callee);
  if (called !== undefined && run.gates.has(called)) leaveTo(run, ADMINISTRATORS);
  else if (name === 'abort_unless' || name === 'abort_if') {
    const [condition] = args;
    if (condition) run.refine(condition.value, name === 'abort_unless');
  } else {
    const refusal = refusalOf(name);
    if (refusal === 'always' || (refusal === 'by role' && args.some(({ value }) => namesRole(value))))
      leaveTo(run, ADMINISTRATORS);
  }
}

/** Records whether a function comes back for administrators alone. */
export function noteGate(run: Run, form: FunctionForm, before: State, ends: readonly State[]): void {
  if (ends.length === 0 || isLeftToAdministrators(before) || !ends.every(isLeftToAdministrators)) return;
  run.gates.add(form);
}

/** Records whether a handler lets none but administrators pass on to the next one: `next()`. */
export function notePassedOn(run: Run, { callee, args }: Call): void {
  if (callee.kind !== 'variable' || args.length > 0 || nameIn(callee) !== 'next') return;
  const { form } = run.frame;
  const isLeft = isLeftToAdministrators(run.state);
  run.passedOn.set(form, isLeft && run.passedOn.get(form) !== false);
}
