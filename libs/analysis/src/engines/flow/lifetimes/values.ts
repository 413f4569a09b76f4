import { accessKey } from '../interpret/access-key';
import type { Expression, Target } from '../ir';
import { called } from './calls';
import { assume, compared } from './conditions';
import { handedOn } from './handed-on';
import { element, followed, read, textRead } from './judge';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import type { Walk } from './walk';

/** Returns the value of an expression on one path. */
export function evaluate(walk: Walk, path: WalkedPath, expression: Expression): Symbol {
  walk.goDown();
  const value = evaluated(walk, path, expression);
  walk.goUp();
  return value;
}

function evaluated(walk: Walk, path: WalkedPath, expression: Expression): Symbol {
  const { symbols } = walk;
  switch (expression.kind) {
    case 'literal':
      return symbols.constant(expression.value);
    case 'variable':
      return variable(walk, path, expression.id);
    case 'import':
      return named(walk, path, expression.module);
    case 'field': {
      const base = evaluate(walk, path, expression.object);
      if (expression.isAddress) return symbols.operation(ADDRESS_OF + expression.name, [base]);
      if (expression.isFollowed) followed(walk, path, base, expression.object, expression.at);
      return contentOf(walk, path, base, expression.name);
    }
    case 'index':
      return indexed(walk, path, expression);
    case 'call':
      return called(walk, path, expression);
    case 'operation':
      return operated(walk, path, expression);
    case 'assign': {
      const value = evaluate(walk, path, expression.value);
      assign(walk, path, expression.target, value, expression.at);
      return value;
    }
    case 'choice':
      return chosen(walk, path, expression);
    case 'typed':
      return evaluate(walk, path, expression.value);
    case 'block': {
      const after = walk.execute(expression.statements, [path.fork()]);
      for (const each of after) evaluate(walk, each, expression.value);
      forgetAll(walk, path);
      return symbols.fresh();
    }
    case 'function':
      forgetAll(walk, path);
      return symbols.fresh();
    case 'sequence': {
      let last = symbols.constant(0);
      for (const part of expression.parts) last = evaluate(walk, path, part);
      return last;
    }
    default:
      for (const part of partsOf(expression)) handedOn(walk, path, part);
      return symbols.fresh();
  }
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unknown':
    case 'text':
      return expression.parts;
    case 'list':
      return expression.items.map(({ value }) => value);
    case 'map':
      return expression.entries.map(({ value }) => value);
    default:
      return [];
  }
}

/** Nothing is known any more but the constants. */
function forgetAll(walk: Walk, path: WalkedPath): void {
  for (const [id, value] of [...path.variableEntries()]) {
    walk.escape(path, value);
    if (walk.symbols.form(value).kind !== 'local') path.setVariable(id, walk.symbols.fresh());
  }
  walk.forgetOthers(path);
}

function variable(walk: Walk, path: WalkedPath, id: string): Symbol {
  const known = path.variable(id);
  if (known !== undefined) return known;
  const value = walk.symbols.fresh();
  path.setVariable(id, value);
  return value;
}

function named(walk: Walk, path: WalkedPath, module: string): Symbol {
  const name = module.slice(module.indexOf(' ') + 1);
  const found = module.startsWith('fn ') ? walk.target.named(walk.form.file, name) : undefined;
  if (found?.kind === 'literal') return walk.symbols.constant(found.value);
  if (found?.kind === 'variable') return variable(walk, path, found.id);
  // A name in small letters is a variable of another file, such as errno.
  return /^fn [A-Z_][A-Z0-9_]*$/.test(module) ? walk.symbols.named(module) : walk.symbols.fresh();
}

function contentOf(walk: Walk, path: WalkedPath, base: Symbol, name: string): Symbol {
  const known = path.content(base, name);
  if (known !== undefined) return known;
  const value = walk.symbols.fresh();
  path.keepContent(base, name, value);
  return value;
}

/** The base of an element and the element's name: `*&thing->field` is a field. */
function placeAt(walk: Walk, base: Symbol, place: Symbol): [Symbol, string] {
  const form = walk.symbols.form(base);
  const [holder] = form.kind === 'operation' && form.operator.startsWith(ADDRESS_OF) ? form.operands : [];
  const isFirst = holder !== undefined && walk.symbols.number(place) === 0;
  return isFirst && form.kind === 'operation' ? [holder, form.operator.slice(ADDRESS_OF.length)] : [base, `[${place}]`];
}

const ADDRESS_OF = 'address of ';

function indexed(walk: Walk, path: WalkedPath, { object, key, at }: Extract<Expression, { kind: 'index' }>): Symbol {
  if (object.kind === 'list') {
    let last = walk.symbols.constant(0);
    for (const { value } of object.items) last = evaluate(walk, path, value);
    return last;
  }
  const base = evaluate(walk, path, object);
  const place = evaluate(walk, path, key);
  const form = walk.symbols.form(base);
  if (form.kind === 'local' && form.of === 'box') return contentOf(walk, path, base, '0');
  if (object.kind === 'global') return walk.symbols.fresh();
  read(walk, path, place, at);
  read(walk, path, base, at);
  followed(walk, path, base, object, at);
  element(walk, path, base, place, at, false);
  const [holder, name] = placeAt(walk, base, place);
  return contentOf(walk, path, holder, name);
}

function operated(walk: Walk, path: WalkedPath, expression: Extract<Expression, { kind: 'operation' }>): Symbol {
  const { operator, operands, at } = expression;
  const { symbols } = walk;
  const [first, second] = operands;
  if ((operator === '&&' || operator === '||') && first && second) {
    const left = evaluate(walk, path, first);
    // The operands are judged where the expression is a condition.
    walk.withinValues += 1;
    for (const each of assume(walk, path.fork(), first, operator === '&&')) evaluate(walk, each, second);
    walk.withinValues -= 1;
    return symbols.operation(operator, [left, symbols.fresh()]);
  }
  // The grammar takes `(LPVOID) &name` for a number with some bits of another one.
  if (operator === '&' && first?.kind === 'import' && second) {
    handedOn(walk, path, second);
    return symbols.fresh();
  }
  if (operator === '&' && first && second && isAskedAndFollowed(first, second))
    walk.tell('null-dereference', at, 'With a single & the pointer is followed even where it is NULL');
  const values =
    operator === 'add' ? summed(walk, path, expression) : operands.map((each) => evaluate(walk, path, each));
  for (const value of values) read(walk, path, value, at);
  const [left, right] = values;
  if (left === undefined) return symbols.fresh();
  if (expression.isOfTexts) return textsCompared(walk, path, values, expression);
  if (operator === '!') {
    const isZero = walk.isZero(path, left);
    return isZero === undefined ? symbols.operation('!', [left]) : symbols.constant(isZero ? 1 : 0);
  }
  if (right === undefined) return symbols.operation(operator, values);
  switch (operator) {
    case '==':
      return compared(walk, path, left, right);
    case '!=':
      return negated(walk, path, compared(walk, path, left, right));
    case '<':
      return below(walk, left, right);
    case '>':
      return below(walk, right, left);
    case '>=':
      return negated(walk, path, below(walk, left, right));
    case '<=':
      return negated(walk, path, below(walk, right, left));
    default:
      return computed(walk, operator, left, right);
  }
}

/** `pointer != NULL & pointer->field` */
function isAskedAndFollowed(asked: Expression, second: Expression): boolean {
  const [pointer, nothing] = asked.kind === 'operation' && asked.operator === '!=' ? asked.operands : [];
  const name = nothing?.kind === 'literal' && nothing.value === null && pointer && accessKey(pointer);
  return name !== undefined && name !== false && followsIn(second, name);
}

function followsIn(expression: Expression, name: string): boolean {
  if (expression.kind === 'operation') return expression.operands.some((each) => followsIn(each, name));
  return expression.kind === 'field' && expression.isFollowed === true && accessKey(expression.object) === name;
}

/** `strcmp(one, other) == 0`: the pointers are followed, and need not be equal themselves. */
function textsCompared(
  walk: Walk,
  path: WalkedPath,
  values: readonly Symbol[],
  { operands, operator, at }: Extract<Expression, { kind: 'operation' }>,
): Symbol {
  for (const [index, value] of values.entries()) {
    followed(walk, path, value, operands[index]!, at);
    if (operator === '==') textRead(walk, path, value, at);
  }
  const [left, right] = values as [Symbol, Symbol];
  // A text is not two texts of the program at once.
  const isKnown = values.some((value) => walk.symbols.form(value).kind === 'constant');
  return operator === '==' && isKnown
    ? compared(walk, path, left, right)
    : walk.symbols.operation(`texts ${operator}`, values);
}

/** The two operands of a sum. A text may be joined of hundreds of parts, each within the one before. */
function summed(walk: Walk, path: WalkedPath, sum: Extract<Expression, { kind: 'operation' }>): readonly Symbol[] {
  const rights: Expression[] = [];
  let left: Expression = sum;
  while (left.kind === 'operation' && left.operator === 'add' && left.operands.length === 2) {
    rights.push(left.operands[1]!);
    left = left.operands[0]!;
  }
  let value = evaluate(walk, path, left);
  for (const right of rights.slice(1).reverse()) value = computed(walk, 'add', value, evaluate(walk, path, right));
  return rights[0] ? [value, evaluate(walk, path, rights[0])] : [value];
}

function negated(walk: Walk, path: WalkedPath, value: Symbol): Symbol {
  const isZero = walk.isZero(path, value);
  return isZero === undefined ? walk.symbols.operation('!', [value]) : walk.symbols.constant(isZero ? 1 : 0);
}

function below(walk: Walk, left: Symbol, right: Symbol): Symbol {
  const [one, other] = [walk.symbols.number(left), walk.symbols.number(right)];
  if (left === right) return walk.symbols.constant(0);
  if (one !== undefined && other !== undefined) return walk.symbols.constant(one < other ? 1 : 0);
  return walk.symbols.operation('<', [left, right]);
}

function computed(walk: Walk, operator: string, left: Symbol, right: Symbol): Symbol {
  const { symbols } = walk;
  const [one, other] = [symbols.number(left), symbols.number(right)];
  if (one !== undefined && other !== undefined) {
    if (operator === 'add') return symbols.constant(one + other);
    if (operator === '-') return symbols.constant(one - other);
    if (operator === '*' && Math.abs(one * other) < Number.MAX_SAFE_INTEGER) return symbols.constant(one * other);
  }
  if ((operator === 'add' || operator === '-') && other === 0) return left;
  if (operator === '*' && other === 1) return left;
  if (operator === '*' && one === 1) return right;
  return symbols.operation(operator, [left, right]);
}

/** `condition ? then : otherwise` where the two are not told apart as ways. */
function chosen(walk: Walk, path: WalkedPath, expression: Extract<Expression, { kind: 'choice' }>): Symbol {
  const { condition, then, otherwise } = expression;
  const [one, other] = [path.fork(), path.fork()];
  const isTrue = condition ? assume(walk, one, condition, true) : [one];
  const isFalse = condition ? assume(walk, other, condition, false) : [other];
  const values = [
    ...isTrue.map((each) => evaluate(walk, each, then)),
    ...isFalse.map((each) => evaluate(walk, each, otherwise)),
  ];
  if (isFalse.length === 0 && isTrue.length === 1) return evaluate(walk, path, then);
  if (isTrue.length === 0 && isFalse.length === 1) return evaluate(walk, path, otherwise);
  for (const value of values) walk.escape(path, value);
  return walk.symbols.fresh();
}

/** The ids of variables of functions, and of those that hold what is read twice. */
const LOCAL = /^[vt]:/;

export function assign(walk: Walk, path: WalkedPath, target: Target, value: Symbol, at: number): void {
  switch (target.kind) {
    case 'variable':
      if (walk.target.captured.has(target.id) || !LOCAL.test(target.id)) walk.escape(path, value);
      path.setVariable(target.id, value);
      walk.held.add(value);
      return;
    case 'field': {
      const base = evaluate(walk, path, target.object);
      if (target.isFollowed) followed(walk, path, base, target.object, at);
      store(walk, path, base, target.name, value);
      return;
    }
    case 'index': {
      const base = evaluate(walk, path, target.object);
      const place = evaluate(walk, path, target.key);
      const form = walk.symbols.form(base);
      if (form.kind === 'local' && form.of === 'box') {
        path.keepContent(base, '0', value);
        return;
      }
      read(walk, path, place, at);
      read(walk, path, base, at);
      followed(walk, path, base, target.object, at);
      element(walk, path, base, place, at, true);
      if (path.fact(base).unended !== undefined) path.know(base, { unended: undefined });
      store(walk, path, ...placeAt(walk, base, place), value);
      return;
    }
    case 'list':
    case 'map':
      walk.escape(path, value);
      walk.forgetOthers(path);
  }
}

/** Another function may find a stored value and release it. */
function store(walk: Walk, path: WalkedPath, base: Symbol, name: string, value: Symbol): void {
  walk.escape(path, value);
  const isOwn = walk.isPrivate(path, base);
  path.setContent(base, name, value, (other) => other === base || (!isOwn && !walk.isPrivate(path, other)));
}
