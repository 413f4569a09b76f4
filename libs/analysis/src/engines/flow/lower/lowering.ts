import type { ClassForm, Expression, FunctionForm, ModuleForm, Place, Statement, Target, VariableId } from '../ir';
import type { Ids, Scope } from './scope';
import { MAX_NESTING, NestedTooDeeply, type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from './syntax';

/** The results of lowering a file beside its statements. */
export interface Made {
  readonly functions: FunctionForm[];
  readonly classes: ClassForm[];
  /** Variables that a function sets which another one around it declares. */
  readonly shared: Set<VariableId>;
  /** The values that literals of types put into fields. */
  readonly held: { readonly name: string; readonly value: Expression }[];
  /** The names of the modules that the file imports. */
  readonly imports: Set<string>;
  /** How many statements and expressions are lowered within each other at the moment, through all functions. */
  readonly open: { count: number };
  /** How many statements and expressions were lowered so far. */
  readonly lowered: { count: number };
  /** Whether a place is lowered that was lowered before, to read what it holds. */
  readonly again: { isAgain: boolean };
  /** Whether something was left out: it is nested too deeply, or stands where nothing of its kind is read. */
  readonly cut: { isCut: boolean };
}

export const nothingMade = (): Made => ({
  functions: [],
  classes: [],
  held: [],
  shared: new Set(),
  imports: new Set(),
  open: { count: 0 },
  lowered: { count: 0 },
  again: { isAgain: false },
  cut: { isCut: false },
});

/** A file whose statements were lowered. */
export const moduleForm = (
  file: string,
  ids: Ids,
  { functions, classes, held, shared, imports, cut }: Made,
  {
    body,
    ...rest
  }: Pick<FunctionForm, 'body'> &
    Pick<ModuleForm, 'exports' | 'packageName' | 'extensions' | 'faults' | 'mapped' | 'routeParts'>,
): ModuleForm => ({
  file,
  main: { id: ids.next(), file, name: file, parameters: [], body, decorators: [], at: 0 },
  ...rest,
  functions,
  classes,
  held,
  shared: [...shared],
  imports: [...imports],
  ...(cut.isCut && { isCut: true as const }),
});

/** The names of the types that an error handler catches, as they stand before its body. */
export const typesCaught = (clause: Syntax): readonly string[] =>
  /^[^{\n]*/.exec(clause.text().slice(0, MAX_CLAUSE))![0].match(/\b[A-Z]\w*/g) ?? [];
const MAX_CLAUSE = 200;

export const evaluate = (expression: Expression): Statement => ({ kind: 'evaluate', expression });

/** The statements of a call that throws unless its first argument is true. */
export function asserted(call: Expression): Statement[] {
  const condition = call.kind === 'call' ? call.args[0]?.value : undefined;
  if (condition === undefined) return [evaluate(call)];
  return [{ kind: 'if', condition, then: [], otherwise: [{ kind: 'throw' }] }];
}

/** Through all functions around: more is not lowered. */
const MAX_OPEN = 500;
/** Several times what a file of 1 MB holds, however dense it is: more comes of what is lowered again and again. */
const MAX_LOWERED = 2_000_000;

/** The part of the lowering that all languages share. Each language adds its own kinds of syntax. */
export abstract class Lowering<M extends Made = Made> {
  private depth = 0;

  constructor(
    protected readonly file: string,
    protected readonly ids: Ids,
    readonly scope: Scope,
    readonly made: M,
  ) {}

  protected abstract lowered(node: Syntax, at: Place, hint?: string): Expression;
  /** The target of an assignment or declaration; undefined for a node that is no place. */
  protected abstract pattern(node: Syntax): Target | undefined;

  /** @param hint the name of a function that has none of its own */
  expression(node: Syntax, hint?: string): Expression {
    if (this.depth >= MAX_NESTING) {
      this.made.cut.isCut = true;
      return unknown([], placeOfNode(node));
    }
    this.depth += 1;
    const expression = this.oneLevel(() => this.lowered(node, placeOfNode(node), hint));
    this.depth -= 1;
    return expression;
  }

  /** @throws NestedTooDeeply */
  protected oneLevel<Lowered>(lower: () => Lowered): Lowered {
    const { open, lowered: done } = this.made;
    open.count += 1;
    done.count += 1;
    if (open.count > MAX_OPEN || done.count > MAX_LOWERED) throw new NestedTooDeeply();
    const lowered = lower();
    open.count -= 1;
    return lowered;
  }

  protected optional(node: Syntax | undefined, at: Place): Expression {
    return node ? this.expression(node) : unknown([], at);
  }

  protected name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    return found ? { kind: 'variable', id: found.id, at } : { kind: 'global', name, at };
  }

  /** The same language in another scope of the file. */
  protected within(scope: Scope): this {
    return new (this.constructor as new (...args: unknown[]) => this)(this.file, this.ids, scope, this.made);
  }

  protected set(left: Syntax | undefined, value: Expression, at: Place): Expression {
    const target = left && this.pattern(left);
    return target ? { kind: 'assign', target, value, at } : value;
  }

  /** Sets a place to what is made of its value. */
  protected change(left: Syntax | undefined, at: Place, make: () => Expression): Expression {
    if (this.made.again.isAgain) return this.optional(left, at);
    return this.setAgain(left, make(), at);
  }

  /**
   * Sets a place that was lowered before, to read it. Places that change within it were changed then: to change them
   * twice would take twice the work for each level of `a[a[a[i]++]++]++`.
   */
  protected setAgain(left: Syntax | undefined, value: Expression, at: Place): Expression {
    const { again } = this.made;
    const before = again.isAgain;
    again.isAgain = true;
    const set = this.set(left, value, at);
    again.isAgain = before;
    return set;
  }

  /** `left += right` */
  protected augmented(node: Syntax, at: Place): Expression {
    const left = field(node, 'left');
    const operator = (field(node, 'operator')?.text() ?? '+=').slice(0, -1);
    return this.change(left, at, () => {
      const operands = [this.optional(left, at), this.optional(field(node, 'right'), at)];
      return { kind: 'operation', operator, operands, at };
    });
  }

  /** `operand++` */
  protected step(operand: Syntax | undefined, operator: '+' | '-', at: Place): Expression {
    return this.change(operand, at, () => {
      const operands: Expression[] = [this.optional(operand, at), { kind: 'literal', value: 1, at }];
      return { kind: 'operation', operator, operands, at };
    });
  }

  /**
   * A long sum is nested as deep as it has terms: it is walked down, and made from its innermost part outwards.
   * @param names of operators that the language writes otherwise
   */
  protected binary(node: Syntax, at: Place, names: Readonly<Record<string, string>> = {}): Expression {
    const kind = kindOf(node);
    const chain: Syntax[] = [node];
    for (let left = field(node, 'left'); left && kindOf(left) === kind; left = field(left, 'left')) chain.push(left);
    return chain.reverse().reduce<Expression>(
      (left, each) => {
        const written = field(each, 'operator')?.text() ?? '';
        const operands = [left, this.optional(field(each, 'right'), at)];
        const makes = this.numberMade(each, chain.length);
        return { kind: 'operation', operator: names[written] ?? written, operands, ...(makes && { makes }), at };
      },
      this.optional(field(chain.at(0)!, 'left'), at),
    );
  }

  /** The number that an operation makes; undefined in a language whose numbers have no types. */
  protected numberMade(_operation: Syntax, _chained: number): Extract<Expression, { kind: 'operation' }>['makes'] {
    return undefined;
  }

  /** `condition ? consequence : alternative` */
  protected ternary(node: Syntax, at: Place): Expression {
    return {
      kind: 'choice',
      condition: this.optional(field(node, 'condition'), at),
      then: this.optional(field(node, 'consequence'), at),
      otherwise: this.optional(field(node, 'alternative'), at),
      at,
    };
  }

  /** `while (condition) body`. Variables that the condition declares are known in the body. */
  protected whileLoop(node: Syntax, at: Place, body: () => Statement[]): Statement[] {
    return [{ kind: 'loop', condition: this.optional(field(node, 'condition'), at), body: body() }];
  }

  /** `do body while (condition)`: the body runs once before. */
  protected doLoop(node: Syntax, at: Place, body: readonly Statement[]): Statement[] {
    return [...body, { kind: 'loop', condition: this.optional(field(node, 'condition'), at), body }];
  }

  /** A number as it is written, in most languages with eight as its base where it begins with a zero. */
  protected numeral(text: string, at: Place): Expression {
    const value = /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
    return Number.isNaN(value) ? unknown([], at) : { kind: 'literal', value, at };
  }

  /** Sets the variable of an error handler, by the name that rows have for its value. */
  protected caught(
    id: VariableId | undefined,
    path: string,
    statements: readonly Statement[],
    clause: Syntax,
  ): Statement[] {
    if (id === undefined || statements.length === 0) return [...statements];
    const at = placeOfNode(clause);
    const value: Expression = { kind: 'global', name: path, caught: typesCaught(clause), at };
    return [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at }), ...statements];
  }

  protected returned(node: Syntax): Statement {
    const [value] = meaningful(node);
    return { kind: 'return', ...(value && { value: this.expression(value) }), at: placeOfNode(node) };
  }

  protected thrown(node: Syntax): Statement {
    const [value] = meaningful(node);
    return { kind: 'throw', ...(value && { value: this.expression(value) }) };
  }
}
