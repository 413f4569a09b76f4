import type { Expression, Place, Statement, Target, VariableId } from '../ir';
import { addParts } from './proof/mentions';
import { saysNoMarkup } from './response-type';
import type { Run } from './run';

/** Methods that set a header, and fields and methods that set the content type alone. */
const SETS_HEADER = /^(?:set|add|header|(?:set|add|with)_?[hH]eader)$/;
const SETS_TYPE = /^(?:set_?)?(?:content_?type|mime_?type)$/i;
const TYPE_HEADER = /^content-type$/i;

/** Where a response is made or gets its text, and the code that runs whenever that does. */
interface Made {
  /** The variable that holds the response; undefined if it has none. */
  readonly id: VariableId | undefined;
  /** Its own expression, from the outermost call on. */
  readonly whole: Expression;
  /** The response was made before, and only gets its text here. */
  readonly isGivenText: boolean;
  /** The statements behind it, in its block and in the blocks around. */
  readonly after: readonly Statement[];
  /** Those before it, if it only gets its text. */
  readonly before: readonly Statement[];
}

/**
 * Whether the function that makes a response, or gives it its text, sets a content type of no markup for it on every
 * way: `$response = new Response($text); $response->headers->set('Content-Type', 'text/csv');`
 * @param at the place of the call
 */
export function isTypedBeside(run: Run, at: Place): boolean {
  const made = madeAt(run.frame.form.body, at);
  if (made === undefined) return false;
  const { id, whole, before, after } = made;
  const chained = typesIn(whole, undefined);
  if (chained.length === 0 && !before.some((statement) => setsType(statement, id))) {
    // It must not leave the function without its type.
    const typed = after.findIndex((statement) => setsType(statement, id));
    if (typed < 0 || after.slice(0, typed).some((statement) => leavesWith(statement, id))) return false;
  }
  // No branch may make a page of it.
  const types = [...chained, ...[...before, ...after].flatMap((statement) => typesIn(statement, id))];
  return types.every((type) => isPlain(type) && saysNoMarkup(run.unjudged(() => run.evaluate(type))));
}

function madeAt(statements: readonly Statement[], at: Place): Made | undefined {
  for (const [index, statement] of statements.entries()) {
    const own = madeBy(statement, at);
    const after = statements.slice(index + 1);
    if (own !== undefined) return { ...own, after, before: own.isGivenText ? statements.slice(0, index) : [] };
    for (const block of blocksOf(statement)) {
      const within = madeAt(block, at);
      if (within === undefined) continue;
      const before = within.isGivenText ? [...statements.slice(0, index), ...within.before] : [];
      return { ...within, after: [...within.after, ...after], before };
    }
  }
  return undefined;
}

/** `response = make(text)`, `response.setContent(text)`, `return make(text).header(…)` */
function madeBy(statement: Statement, at: Place): Omit<Made, 'after' | 'before'> | undefined {
  const written = statement.kind === 'evaluate' ? statement.expression : undefined;
  const whole = statement.kind === 'return' ? statement.value : written?.kind === 'assign' ? written.value : written;
  if (whole === undefined) return undefined;
  const chain = chainOf(whole);
  if (!chain.some((each) => each.kind === 'call' && each.at === at)) return undefined;
  const root = chain.at(-1)!;
  if (written?.kind === 'assign')
    return { id: written.target.kind === 'variable' ? written.target.id : undefined, whole, isGivenText: false };
  return { id: root.kind === 'variable' ? root.id : undefined, whole, isGivenText: root.kind === 'variable' };
}

/** `a`, `a.b` and `a.b(…)` of `a.b(…)`, from the outermost on. */
function chainOf(expression: Expression): readonly Expression[] {
  const chain: Expression[] = [expression];
  for (let each = objectOf(expression); each !== undefined; each = objectOf(each)) chain.push(each);
  return chain;
}

function objectOf(expression: Expression): Expression | undefined {
  if (expression.kind === 'field') return expression.object;
  return expression.kind === 'call' && expression.callee.kind === 'field' ? expression.callee : undefined;
}

function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if':
      return [statement.then, statement.otherwise];
    case 'loop':
      return [statement.body];
    case 'switch':
      return statement.cases.map(({ body }) => body);
    case 'try':
      return [statement.body, ...statement.handlers, statement.last];
    default:
      return [];
  }
}

/** Whether a statement sets the type whenever it runs. */
function setsType(statement: Statement, id: VariableId | undefined): boolean {
  if (id === undefined) return false;
  if (statement.kind !== 'evaluate' && statement.kind !== 'return') return false;
  const written = statement.kind === 'evaluate' ? statement.expression : statement.value;
  if (written === undefined) return false;
  if (typeSetBy(written, id) !== undefined) return true;
  const value = written.kind === 'assign' ? written.value : written;
  return chainOf(value).some((each) => typeSetBy(each, id) !== undefined);
}

/** The types that code sets for a response, at any depth. */
function typesIn(form: object, id: VariableId | undefined): readonly Expression[] {
  return partsOf(form).flatMap((part) => typeSetBy(part as Expression, id) ?? []);
}

/** Whether a statement returns the response from within. */
const leavesWith = (statement: Statement, id: VariableId | undefined): boolean =>
  partsOf(statement).some(
    (part) => (part as Statement).kind === 'return' && partsOf(part).some((each) => isVariable(each, id)),
  );

function partsOf(form: object): readonly object[] {
  const parts: object[] = [form];
  const seen = new Set<object>();
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    if (seen.has(part)) continue;
    seen.add(part);
    addParts(part, parts);
  }
  return [...seen];
}

/**
 * The type that an expression sets for the response.
 * @param id the variable of the response; undefined for any: the expression is a part of its own chain
 */
function typeSetBy(expression: Expression, id: VariableId | undefined): Expression | undefined {
  if (expression.kind === 'assign') return isOfType(expression.target, id) ? expression.value : undefined;
  if (expression.kind !== 'call' || expression.callee?.kind !== 'field') return undefined;
  const { object, name } = expression.callee;
  const [first, second] = expression.args;
  if (id !== undefined && !isOf(object, id)) return undefined;
  if (first && SETS_TYPE.test(name)) return first.value;
  return first && second && SETS_HEADER.test(name) && namesType(first.value) ? second.value : undefined;
}

/** `response.mimetype`, `response.headers["Content-Type"]`, `response["Content-Type"]` */
function isOfType(target: Target, id: VariableId | undefined): boolean {
  if (target.kind === 'field') return SETS_TYPE.test(target.name) && isOf(target.object, id);
  return target.kind === 'index' && namesType(target.key) && isOf(target.object, id);
}

const namesType = (name: Expression): boolean =>
  name.kind === 'literal' && typeof name.value === 'string' && TYPE_HEADER.test(name.value);

/** Whether an expression is the response, its headers, or what a call of it gives. */
const isOf = (expression: Expression, id: VariableId | undefined): boolean =>
  chainOf(expression).some((each) => isVariable(each, id));

const isVariable = (part: object, id: VariableId | undefined): boolean =>
  (part as Expression).kind === 'variable' && (part as { id: VariableId }).id === id;

/** Whether an expression does nothing but name a text: it may be evaluated before its time. */
function isPlain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'global':
    case 'import':
      return true;
    case 'field':
      return isPlain(expression.object);
    case 'text':
      return expression.parts.every(isPlain);
    case 'operation':
      return expression.operands.every(isPlain);
    default:
      return false;
  }
}
