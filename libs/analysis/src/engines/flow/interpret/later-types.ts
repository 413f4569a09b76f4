import type { Expression, FunctionForm, Place, Statement, VariableId } from '../ir';
import { blocksOf } from '../statement-blocks';
import { addParts } from './proof/mentions';
import { saysNoMarkup } from './response-type';
import type { Run } from './run';

/** Methods that set a header, and fields and methods that set the content type alone. */
const SETS_HEADER = /^(?:set|add|header|(?:set|add|with)_?[hH]eader)$/;
const SETS_TYPE = /^(?:set_?)?(?:content_?type|mime_?type)$/i;
const TYPE_HEADER = /^content-type$/i;

/** Where a statement stands: in a block, which may be a part of another statement. */
interface Location {
  readonly block: readonly Statement[];
  readonly index: number;
  readonly around: Location | undefined;
}

/** A response that is made, or that gets its text. */
interface Made {
  /** The variable that holds the response; undefined if it has none. */
  readonly id: VariableId | undefined;
  /** Its own expression, from the outermost call on. */
  readonly whole: Expression;
  /** The response was made before, and only gets its text here. */
  readonly isGivenText: boolean;
  readonly location: Location;
}

/** A content type that code sets. */
interface TypeSet {
  readonly type: Expression;
  /** The variable of the response, if the code names one. */
  readonly id: VariableId | undefined;
  readonly isCall: boolean;
}

/** The responses of a function and their types, looked for once: a hostile function makes thousands of them. */
class Responses {
  /** By the places of all calls of the expression that makes it. */
  readonly made = new Map<Place, Made>();
  readonly types: (TypeSet & { readonly location: Location })[] = [];
  readonly typesOf = new Map<VariableId, Responses['types']>();
  /** The statements that set a type whenever they run, and those within which the function returns the response. */
  readonly typedBy = new Map<VariableId, Location[]>();
  readonly leftBy = new Map<VariableId, Location[]>();
  private readonly seen = new Set<readonly Statement[]>();

  constructor(body: readonly Statement[]) {
    this.read(body, undefined);
  }

  private read(block: readonly Statement[], around: Location | undefined): void {
    if (this.seen.has(block)) return;
    this.seen.add(block);
    for (const [index, statement] of block.entries()) {
      const location = { block, index, around };
      this.readMade(statement, location);
      const blocks = blocksOf(statement);
      this.readParts(partsOf(statement, blocks.flat()), location);
      for (const { id } of typesSetBy(statement)) if (id !== undefined) add(this.typedBy, id, location);
      for (const each of blocks) this.read(each, location);
    }
  }

  private readMade(statement: Statement, location: Location): void {
    const written = statement.kind === 'evaluate' ? statement.expression : undefined;
    const whole = statement.kind === 'return' ? statement.value : written?.kind === 'assign' ? written.value : written;
    if (whole === undefined) return;
    const chain = chainOf(whole);
    const target = written?.kind === 'assign' ? written.target : undefined;
    const holder = target ?? chain.at(-1)!;
    const id = holder.kind === 'variable' ? holder.id : undefined;
    const made = { id, whole, isGivenText: target === undefined && id !== undefined, location };
    for (const each of chain) if (each.kind === 'call' && !this.made.has(each.at)) this.made.set(each.at, made);
  }

  private readParts(parts: readonly object[], location: Location): void {
    for (const part of parts) {
      const set = typeSetBy(part as Expression);
      if (set) {
        const found = { ...set, location };
        this.types.push(found);
        if (set.id !== undefined) add(this.typesOf, set.id, found);
      }
      if ((part as Statement).kind === 'return') for (const id of variablesIn(part)) add(this.leftBy, id, location);
    }
  }
}

function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

const responses = new WeakMap<FunctionForm, Responses>();

function responsesOf(form: FunctionForm): Responses {
  let known = responses.get(form);
  if (known === undefined) responses.set(form, (known = new Responses(form.body)));
  return known;
}

/**
 * Whether the function that makes a response, or gives it its text, sets a content type of no markup for it on every
 * way: `$response = new Response($text); $response->headers->set('Content-Type', 'text/csv');`
 * @param at the place of the call
 */
export function isTypedBeside(run: Run, at: Place): boolean {
  const { made: all, types, typesOf, typedBy, leftBy } = responsesOf(run.frame.form);
  const made = all.get(at);
  if (made === undefined) return false;
  const { id, whole, isGivenText } = made;
  const chained = partsOf(whole)
    .flatMap((part) => typeSetBy(part as Expression) ?? [])
    .filter(({ isCall }) => isCall);
  const placeOf = placesAround(made.location);
  const isBeside = (place: Placed | undefined) => place !== undefined && (place.isAfter || isGivenText);
  if (chained.length === 0) {
    const always = of(typedBy, id).flatMap((each) => placeOf(each, true) ?? []);
    const typed = first(always);
    const left = first(of(leftBy, id).flatMap((each) => placeOf(each) ?? []));
    // It must not leave the function without its type.
    const isTyped = typed !== undefined && (left === undefined || !isBefore(left, typed));
    if (!isTyped && !always.some(({ isAfter }) => isGivenText && !isAfter)) return false;
  }
  // No branch may make a page of it.
  const others = (id === undefined ? types.filter(({ isCall }) => isCall) : of(typesOf, id)).filter(({ location }) =>
    isBeside(placeOf(location)),
  );
  return [...chained, ...others].every(
    ({ type }) => isPlain(type) && saysNoMarkup(run.unjudged(() => run.evaluate(type))),
  );
}

const of = <Item>(lists: ReadonlyMap<VariableId, readonly Item[]>, id: VariableId | undefined): readonly Item[] =>
  (id === undefined ? undefined : lists.get(id)) ?? [];

/** A statement in the block of another one, or in a block around it: `level` says how far around. */
interface Placed {
  readonly level: number;
  readonly index: number;
  readonly isAfter: boolean;
}

/**
 * Says where a location lies, seen from another one: in a statement before it or after it; undefined for any other.
 * @returns a function, whose `isItself` leaves out what lies deeper within such a statement
 */
function placesAround(location: Location): (other: Location, isItself?: boolean) => Placed | undefined {
  const own = new Map<readonly Statement[], Pick<Placed, 'level' | 'index'>>();
  let level = 0;
  for (let each: Location | undefined = location; each; each = each.around)
    own.set(each.block, { level: (level += 1), index: each.index });
  return (other, isItself = false) => {
    for (let each: Location | undefined = other; each; each = isItself ? undefined : each.around) {
      const found = own.get(each.block);
      if (found === undefined) continue;
      const isSame = each.index === found.index;
      return isSame ? undefined : { level: found.level, index: each.index, isAfter: each.index > found.index };
    }
    return undefined;
  };
}

const isBefore = (one: Placed, other: Placed): boolean =>
  one.level < other.level || (one.level === other.level && one.index < other.index);

/** The first place after the statement that they are seen from. */
function first(places: readonly Placed[]): Placed | undefined {
  let found: Placed | undefined;
  for (const place of places) if (place.isAfter && (found === undefined || isBefore(place, found))) found = place;
  return found;
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

/** The types that a statement sets whenever it runs. */
function typesSetBy(statement: Statement): readonly TypeSet[] {
  if (statement.kind !== 'evaluate' && statement.kind !== 'return') return [];
  const written = statement.kind === 'evaluate' ? statement.expression : statement.value;
  if (written === undefined) return [];
  const value = written.kind === 'assign' ? written.value : written;
  return [written, ...chainOf(value)].flatMap((each) => typeSetBy(each) ?? []);
}

/**
 * A form and its parts, at any depth.
 * @param without parts that are left out
 */
function partsOf(form: object, without: readonly object[] = []): readonly object[] {
  const parts: object[] = [form];
  const leftOut = new Set(without);
  const seen = new Set<object>();
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    if (seen.has(part) || leftOut.has(part)) continue;
    seen.add(part);
    addParts(part, parts);
  }
  return [...seen];
}

const variablesIn = (form: object): ReadonlySet<VariableId> =>
  new Set(
    partsOf(form).flatMap((part) => ((part as Expression).kind === 'variable' ? (part as { id: VariableId }).id : [])),
  );

/** The content type that an expression sets: `$r->headers->set('Content-Type', $type)`, `r.mimetype = type`. */
function typeSetBy(expression: Expression): TypeSet | undefined {
  if (expression.kind === 'assign') {
    const { target, value } = expression;
    const isType =
      (target.kind === 'field' && SETS_TYPE.test(target.name)) || (target.kind === 'index' && namesType(target.key));
    // A place that no variable leads to is of no response that is known.
    const id = isType ? variableOf(target.object) : undefined;
    return id === undefined ? undefined : { type: value, id, isCall: false };
  }
  if (expression.kind !== 'call' || expression.callee?.kind !== 'field') return undefined;
  const { object, name } = expression.callee;
  const [first, second] = expression.args;
  const isHeader = first && second && SETS_HEADER.test(name) && namesType(first.value);
  const type = first && SETS_TYPE.test(name) ? first.value : isHeader ? second.value : undefined;
  return type && { type, id: variableOf(object), isCall: true };
}

const namesType = (name: Expression): boolean =>
  name.kind === 'literal' && typeof name.value === 'string' && TYPE_HEADER.test(name.value);

/** The variable of a response, of its headers, or of what a call of it gives. */
function variableOf(expression: Expression): VariableId | undefined {
  const root = chainOf(expression).at(-1)!;
  return root.kind === 'variable' ? root.id : undefined;
}

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
