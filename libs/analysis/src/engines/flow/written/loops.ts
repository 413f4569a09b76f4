import { unwrapped } from '../lower/c/places';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../lower/syntax';
import { type Fault, type FunctionOfC, nameOfCall } from './function';
import { numberIn } from './types';
import { innermost } from './uses';

const LOOP = /^(?:for|while|do)_statement$/;
const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Judges loops that do not end. */
export function judgeLoops(form: FunctionOfC, tell: (fault: Fault) => void): void {
  for (const node of form.nodes) {
    if (!LOOP.test(kindOf(node))) continue;
    const written = field(node, 'condition');
    const condition = written && innermost(written);
    if (!condition) continue;
    const says =
      neverBelowZero(form, condition) ?? neverReached(form, node, condition) ?? wrongWay(form, node, condition);
    const found = says ?? unchanged(form, node, condition);
    if (found !== undefined) tell({ weakness: 'endless-loop', at: placeOfNode(node), says: found });
  }
}

interface Comparison {
  readonly name: string;
  readonly operator: string;
  readonly limit: Syntax;
}

/** A variable that is compared, on whichever side it stands. */
function comparison(condition: Syntax): Comparison | undefined {
  const operator = field(condition, 'operator')?.text() ?? '';
  const [left, right] = [field(condition, 'left'), field(condition, 'right')];
  if (kindOf(condition) !== 'binary_expression' || FLIPPED[operator] === undefined || !left || !right) return undefined;
  if (kindOf(unwrapped(left)) === 'identifier') return { name: unwrapped(left).text(), operator, limit: right };
  if (kindOf(unwrapped(right)) !== 'identifier') return undefined;
  return { name: unwrapped(right).text(), operator: FLIPPED[operator], limit: left };
}

const typeOf = (form: FunctionOfC, condition: Syntax, name: string) =>
  ['left', 'right']
    .map((side) => field(condition, side))
    .filter((each) => each !== undefined && unwrapped(each).text() === name)
    .map((each) => form.names.typeOf(each!))[0];

/** `for (unsigned i = n; i >= 0; i--)` */
function neverBelowZero(form: FunctionOfC, condition: Syntax): string | undefined {
  const compared = comparison(condition);
  if (compared?.operator !== '>=' || numberIn(compared.limit) !== 0) return undefined;
  const type = typeOf(form, condition, compared.name);
  if (!type?.isUnsigned || type.to || type.isArray) return undefined;
  return `${compared.name} is unsigned, and never below 0: after 0 comes the largest number`;
}

/** `for (unsigned char i = 0; i < 256; i++)` */
function neverReached(form: FunctionOfC, loop: Syntax, condition: Syntax): string | undefined {
  const compared = comparison(condition);
  const limit = compared && numberIn(compared.limit);
  if (!compared || limit === undefined || (compared.operator !== '<' && compared.operator !== '<=')) return undefined;
  const type = typeOf(form, condition, compared.name);
  if (type?.size === undefined || type.size > 2 || type.to || type.isArray || type.name !== undefined) return undefined;
  const most = 2 ** (type.size * 8 - (type.isUnsigned ? 0 : 1)) - 1;
  const isAlways = compared.operator === '<' ? limit > most : limit >= most;
  if (!isAlways || kindOf(loop) !== 'for_statement') return undefined;
  return `${compared.name} is at most ${most}, and so always ${compared.operator} ${limit}`;
}

/** `for (int i = 0; i < n; i--)` */
function wrongWay(form: FunctionOfC, loop: Syntax, condition: Syntax): string | undefined {
  const compared = comparison(condition);
  const update = kindOf(loop) === 'for_statement' ? field(loop, 'update') : undefined;
  const initial = field(loop, 'initializer')?.text() ?? '';
  if (!compared || !update || kindOf(update) !== 'update_expression') return undefined;
  if (field(update, 'argument')?.text() !== compared.name || !initial.includes(compared.name)) return undefined;
  const type = typeOf(form, condition, compared.name);
  if (type?.size === undefined || type.isUnsigned || type.isFloat || type.to) return undefined;
  const isUp = update.text().includes('++');
  const isToBelow = compared.operator === '<' || compared.operator === '<=';
  if (isUp === isToBelow || changes(form, field(loop, 'body'), [compared.name])) return undefined;
  return `${compared.name} goes ${isUp ? 'up' : 'down'}, away from ${compared.limit.text()}`;
}

const LEAVES = /^(?:break|return|goto|throw|co_return|co_yield|labeled)_statement$/;
const NAMES_OR_NUMBERS = new RegExp(
  '^(?:identifier|number_literal|char_literal|(?:parenthesized|binary|unary)_expression|null|true|false)$',
);

/** Nothing in a loop changes what its condition asks for. */
function unchanged(form: FunctionOfC, loop: Syntax, condition: Syntax): string | undefined {
  const names = new Set<string>();
  const waiting: Syntax[] = [condition];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!NAMES_OR_NUMBERS.test(kindOf(next))) return undefined;
    if (kindOf(next) === 'identifier') names.add(next.text());
    else waiting.push(...meaningful(next));
  }
  const asked = [...names];
  if (asked.length === 0 || !asked.every((name) => isOwnNumber(form, name))) return undefined;
  const body = field(loop, 'body');
  const update = field(loop, 'update');
  if (!body || leaves(body) || changes(form, body, asked) || (update && changes(form, update, asked))) return undefined;
  return `Nothing in the loop changes ${asked.join(' or ')}, and nothing leaves it`;
}

/** A variable of the function that holds a number, and that nobody else can change. */
function isOwnNumber({ node, names, uses }: FunctionOfC, name: string): boolean {
  if (!names.has(name)) return false;
  const type = names.typeOf(uses.identifier(name)?.first ?? node);
  if (type?.size === undefined || type.to || type.isArray || type.isReference || type.name !== undefined) return false;
  if (uses.isAddressed(name)) return false;
  const declared = uses.declarationWith(name)?.text() ?? '';
  return !/\b(?:volatile|static|atomic|sig_atomic_t|extern)\b|_Atomic/.test(declared);
}

const ENDING = /exit|abort|die|fatal|panic|longjmp|throw|err|fail|usage|assert|unreachable|exec|yield|wait|sleep/i;

/** Whether something in a loop leaves it, or may. */
function leaves(body: Syntax): boolean {
  const waiting: Syntax[] = [body];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const kind = kindOf(next);
    if (LEAVES.test(kind) || kind.startsWith('preproc') || kind === 'asm_statement' || kind === 'gnu_asm_expression')
      return true;
    // A macro in capitals may do anything.
    if (kind === 'call_expression' && (/^[A-Z_0-9]*$/.test(nameOfCall(next)) || ENDING.test(nameOfCall(next))))
      return true;
    if (
      kind === 'identifier' &&
      /^[A-Z][A-Z_0-9]+$/.test(next.text()) &&
      kindOf(next.parent()!) === 'expression_statement'
    )
      return true;
    waiting.push(...meaningful(next));
  }
  return false;
}

/** Whether some of the names get another value in a part of a function, or may. */
function changes({ file }: FunctionOfC, part: Syntax | undefined, names: readonly string[]): boolean {
  const waiting: Syntax[] = part ? [part] : [];
  const isMeant = (node: Syntax | undefined) => node !== undefined && names.includes(unwrapped(node).text());
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    switch (kindOf(next)) {
      case 'update_expression':
        if (isMeant(field(next, 'argument'))) return true;
        break;
      case 'assignment_expression':
        if (isMeant(field(next, 'left'))) return true;
        break;
      case 'pointer_expression':
        if (next.text().startsWith('&') && isMeant(field(next, 'argument'))) return true;
        break;
      case 'call_expression':
        // A macro, or a function of C++ that gets a reference, may change it.
        if (file.isCpp || /^[A-Z_0-9]*$/.test(nameOfCall(next)) || !file.functions.has(nameOfCall(next)))
          if (meaningful(field(next, 'arguments') ?? next).some(isMeant)) return true;
        break;
      case 'binary_expression':
        if (field(next, 'operator')?.text() === '>>' && isMeant(field(next, 'right'))) return true;
        break;
      default:
    }
    waiting.push(...meaningful(next));
  }
  return false;
}
