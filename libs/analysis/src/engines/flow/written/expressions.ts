import { promoted } from '../lower/c/arithmetic-types';
import { unwrapped } from '../lower/c/places';
import type { CType } from '../lower/c/types';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../lower/syntax';
import { type Fault, type FunctionOfC, nameOfCall } from './function';
import { type NamesOfFunction, numberIn } from './types';
import { argumentsOf, innermost, withoutCasts } from './uses';

type Told = (weakness: string, at: Syntax, says: string) => void;

/** Judges each expression of a function by the types of what is in it. */
export function judgeExpressions(form: FunctionOfC, tell: (fault: Fault) => void): void {
  const told: Told = (weakness, at, says) => tell({ weakness, at: placeOfNode(at), says });
  for (const node of form.nodes) {
    switch (kindOf(node)) {
      case 'binary_expression':
        scaledTwice(form.names, node, told);
        shiftedTooFar(form.names, node, told);
        break;
      case 'assignment_expression':
        scaledTwice(form.names, node, told);
        shiftedTooFar(form.names, node, told);
        break;
      case 'cast_expression':
        castFromNumber(form, node, told);
        break;
      case 'expression_statement':
      case 'return_statement':
      case 'init_declarator':
        changedTwice(form, node, told);
        break;
      default:
    }
    functionAsCondition(form, node, told);
  }
}

/** `values + at * sizeof(int)`: a pointer counts in elements already. */
function scaledTwice(names: NamesOfFunction, node: Syntax, told: Told): void {
  const operator = field(node, 'operator')?.text() ?? '';
  if (!/^[+-]=?$/.test(operator)) return;
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const size = right && sizeIn(right);
  if (!left || !size) return;
  const to = names.typeOf(left)?.to;
  const each = to && elementSize(names, to);
  if (each === undefined || each < 2 || sizeOfWritten(names, size) === 1) return;
  told('scaled-twice', node, `${left.text()} counts in elements of ${each} bytes already, without ${size.text()}`);
}

/** The `sizeof` by which a number is a number of bytes. */
function sizeIn(node: Syntax): Syntax | undefined {
  const inner = unwrapped(node);
  if (kindOf(inner) === 'sizeof_expression') return inner;
  if (kindOf(inner) !== 'binary_expression' || field(inner, 'operator')?.text() !== '*') return undefined;
  const [left, right] = [field(inner, 'left'), field(inner, 'right')];
  return (left && sizeIn(left)) ?? (right && sizeIn(right));
}

const elementSize = (names: NamesOfFunction, type: CType): number | undefined =>
  type.isArray || type.isFunction ? undefined : type.name === undefined || names.isStruct(type) ? type.size : undefined;

function sizeOfWritten(names: NamesOfFunction, node: Syntax): number | undefined {
  const type = field(node, 'type');
  const value = field(node, 'value');
  return (type ? names.typeNamed(type) : value && names.typeOf(value))?.size;
}

/** `1u << 32`: a shift by as many bits as there are, or more, has no meaning. */
function shiftedTooFar(names: NamesOfFunction, node: Syntax, told: Told): void {
  const operator = field(node, 'operator')?.text() ?? '';
  if (!/^(?:<<|>>)=?$/.test(operator)) return;
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const by = numberIn(right);
  const type = left && names.typeOf(left);
  const shifted = type && promoted(type);
  if (by === undefined || shifted?.size === undefined || shifted.isFloat) return;
  const bits = shifted.size * 8;
  if (by >= bits) told('shift-too-far', node, `The number has ${bits} bits, and is shifted by ${by}`);
  else if (by < 0) told('shift-too-far', node, `The number is shifted by ${by}`);
}

/** Lower addresses are numbers that mean something by themselves: marks, errors, handles. */
const LEAST_ADDRESS = 0x1000;

function castFromNumber({ names }: FunctionOfC, node: Syntax, told: Told): void {
  const written = field(node, 'type');
  const value = field(node, 'value');
  const to = written && names.typeNamed(written).to;
  if (!written || !value || !to) return;
  const number = numberIn(value);
  if (number !== undefined && number >= LEAST_ADDRESS && !/volatile/.test(written.text()) && !isAllOnes(number)) {
    if (isFollowedOrKept(node))
      told('fixed-address', node, `${unwrapped(value).text()} is an address on one machine at best`);
    return;
  }
  if (names.isStruct(to)) castToStruct(names, node, value, to, told);
}

/** Whether it is followed, or what a variable gets. A call may get a number that it does not follow. */
function isFollowedOrKept(node: Syntax): boolean {
  let parent = node.parent();
  while (parent && /^(?:parenthesized|cast)_expression$/.test(kindOf(parent))) parent = parent.parent();
  return (
    parent !== null && /^(?:init_declarator|(?:assignment|pointer|field|subscript)_expression)$/.test(kindOf(parent))
  );
}

/** All bits set, or a pattern of one or two digits, is a mark that no address has. */
const isAllOnes = (number: number): boolean => /^(.{1,2})\1+$/.test(number.toString(16)) || number > 0xffffffff_0000;

/** `(struct point *)&number`: there are fewer bytes than the struct has. */
function castToStruct(names: NamesOfFunction, node: Syntax, value: Syntax, to: CType, told: Told): void {
  const from = withoutCasts(value);
  const type = names.typeOf(from);
  const isAddress = kindOf(from) === 'pointer_expression' && from.text().startsWith('&');
  const argument = isAddress ? field(from, 'argument') : undefined;
  const isLocal = kindOf(from) === 'identifier' && names.locals.has(from.text());
  if (!isLocal && (!argument || kindOf(unwrapped(argument)) !== 'identifier')) return;
  const scalar = type?.to;
  if (scalar?.size === undefined || scalar.name !== undefined || scalar.to || scalar.isArray) return;
  // A pointer to single bytes leads to a buffer more often than not.
  if (scalar.size >= to.size! || (!isAddress && scalar.size === 1) || type?.isArray) return;
  told('cast-to-struct', node, `${from.text()} leads to ${scalar.size} bytes, and the struct has ${to.size}`);
}

const CONDITIONS = /^(?:if_statement|while_statement|for_statement|do_statement|conditional_expression)$/;

/** `if (is_quiet)`: the address of a function is never NULL. */
function functionAsCondition({ names, file }: FunctionOfC, node: Syntax, told: Told): void {
  const kind = kindOf(node);
  const operands: (Syntax | undefined)[] = [];
  if (CONDITIONS.test(kind)) operands.push(field(node, 'condition'));
  else if (kind === 'unary_expression' && field(node, 'operator')?.text() === '!')
    operands.push(field(node, 'argument'));
  else if (kind === 'binary_expression' && /^(?:&&|\|\|)$/.test(field(node, 'operator')?.text() ?? ''))
    operands.push(field(node, 'left'), field(node, 'right'));
  for (const operand of operands) {
    const inner = operand && innermost(operand);
    if (!inner || kindOf(inner) !== 'identifier' || names.has(inner.text())) continue;
    const defined = file.functions.get(inner.text());
    if (!defined || defined.isWeak) continue;
    told('function-as-condition', inner, `${inner.text()} is a function, which is always there: the call is missing`);
  }
}

/** The names that one part of an expression changes and reads, in no order. */
interface Touched {
  readonly changed: string[];
  readonly read: string[];
}

/** `at = at++ + 1`, `take(at++, at)`: which is done first, nobody says. */
function changedTwice({ file, names }: FunctionOfC, node: Syntax, told: Told): void {
  const isOf = (name: string) => names.locals.has(name) || names.has(name);
  const judge = (touched: Touched, at: Syntax): void => {
    const read = new Set(touched.read);
    const before = new Set<string>();
    const name = touched.changed.find((each) => {
      const isAgain = before.has(each);
      before.add(each);
      return isOf(each) && (isAgain || read.has(each));
    });
    if (name !== undefined)
      told(
        'unordered-changes',
        at,
        `${name} is changed and used in one expression, and nothing says which comes first`,
      );
  };
  const [first] = kindOf(node) === 'init_declarator' ? [field(node, 'value')] : meaningful(node);
  if (first) judge(touchedBy(first, judge, file.isCpp), node);
}

/** Expressions that lie deeper within each other were made by a program. */
const MAX_DEPTH = 200;

function touchedBy(
  node: Syntax,
  judge: (touched: Touched, at: Syntax) => void,
  isCpp: boolean,
  depth = MAX_DEPTH,
): Touched {
  if (depth === 0) return NOTHING;
  const inner = unwrapped(node);
  const below = (each: Syntax | undefined): Touched => (each ? touchedBy(each, judge, isCpp, depth - 1) : NOTHING);
  const apart = (each: Syntax | undefined): void => {
    if (each) judge(below(each), each);
  };
  switch (kindOf(inner)) {
    case 'identifier':
      return { changed: [], read: [inner.text()] };
    case 'update_expression': {
      const argument = field(inner, 'argument');
      const name = argument && unwrapped(argument);
      if (name && kindOf(name) === 'identifier') return { changed: [name.text()], read: [] };
      return below(argument);
    }
    case 'assignment_expression':
      return assignedIn(inner, below);
    case 'binary_expression':
      if (/^(?:&&|\|\||and|or)$/.test(field(inner, 'operator')?.text() ?? '')) {
        apart(field(inner, 'left'));
        apart(field(inner, 'right'));
        return NOTHING;
      }
      // A stream of C++ says in which order.
      if (isCpp && /^(?:<<|>>)$/.test(field(inner, 'operator')?.text() ?? '')) return NOTHING;
      return all(meaningful(inner).map(below));
    case 'call_expression':
      // Names in capitals are macros.
      if (!/^[A-Z_0-9]+$/.test(nameOfCall(inner)) && nameOfCall(inner) !== '')
        judge(all(argumentsOf(inner).map(below)), inner);
      return NOTHING;
    case 'subscript_expression':
    case 'unary_expression':
    case 'pointer_expression':
    case 'cast_expression':
    case 'field_expression':
      return all(
        meaningful(inner)
          .filter((each) => !/type|field_identifier/.test(kindOf(each)))
          .map(below),
      );
    default:
      return NOTHING;
  }
}

const NOTHING: Touched = { changed: [], read: [] };

const all = (parts: readonly Touched[]): Touched => ({
  changed: parts.flatMap(({ changed }) => changed),
  read: parts.flatMap(({ read }) => read),
});

/** A variable that is assigned is not read, and is set last. */
function assignedIn(node: Syntax, below: (each: Syntax | undefined) => Touched): Touched {
  const left = field(node, 'left');
  const target = left && unwrapped(left);
  const right = below(field(node, 'right'));
  if (!target || kindOf(target) !== 'identifier') return all([below(left), right]);
  const name = target.text();
  return { changed: [name, ...right.changed], read: right.read.filter((each) => each !== name) };
}
