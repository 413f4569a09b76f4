import type { LifetimeRow } from '../../../catalogue/flow/c/lifetimes';
import type { Expression, FunctionForm, Place, Statement, VariableId } from '../ir';
import type { Weakness } from '../interpret/run';
import { Copied, type WalkedPath, isDoubtful } from './path';
import { type Symbol, Symbols } from './symbols';

/** The effects of a function on the pointers that it gets, on every path through it. */
export interface Summary {
  /** The positions of parameters that it releases whichever way it takes. */
  readonly releases: ReadonlySet<number>;
  /** The positions of parameters that somebody may keep, or release, after it. */
  readonly keeps: ReadonlySet<number>;
  readonly neverReturns: boolean;
  /** The resource that it makes and returns to its caller. */
  readonly makes?: { readonly resource: 'memory' | 'file' | 'descriptor' };
}

/** The questions that the walk asks about the target. */
export interface WalkedTarget {
  /** The meaning of a name in a file: a function, or a constant. */
  readonly named: (file: string, name: string) => Expression | undefined;
  /** The summary of a function; undefined while the function itself is being walked. */
  readonly summaryOf: (form: FunctionForm) => Summary | undefined;
  /** Whether nothing of the function runs after a call in a file. */
  readonly neverComesBack: (file: string, call: Extract<Expression, { kind: 'call' }>) => boolean;
  readonly rowOf: (name: string) => LifetimeRow | undefined;
  /** Variables that outlive the call in which they are declared, or that another name stands for. */
  readonly captured: ReadonlySet<VariableId>;
}

/** A function is given up after so many expressions. */
const MAX_STEPS = 100_000;
/** After so many, few ways are told apart. */
const MANY_STEPS = 30_000;
/** Of one walk; some walks run within others, and the stack holds many times as many. */
const MAX_NESTED = 150;
const MAX_WAYS = 24;
const FEW_WAYS = 3;
/** It is given up, too, where its ways have copied so much of each other: some two seconds of work. */
const MAX_COPIED = 30_000_000;
/** And where those that it was left on know so much: they are kept, in some 100 MB. */
const MAX_KEPT = 1_000_000;

export class TooManySteps extends Error {}

interface Around {
  readonly isLoop: boolean;
  readonly breaks: WalkedPath[];
  readonly continues: WalkedPath[];
  /** Of a loop: the names of the variables that are set in it. */
  readonly assigned?: ReadonlySet<string>;
}

/** The parts of a walk that need each other. */
interface WalkParts {
  readonly evaluate: (walk: Walk, path: WalkedPath, expression: Expression) => Symbol;
  readonly execute: (walk: Walk, statements: readonly Statement[], paths: readonly WalkedPath[]) => WalkedPath[];
}

/** A walk through one function, along each of its ways. */
export class Walk {
  readonly symbols = new Symbols();
  readonly copied = new Copied();
  /** The states in which it returned. */
  readonly ends: { readonly path: WalkedPath; readonly value?: Symbol; readonly at: Place }[] = [];
  /** Where loops and switches around are left, and where loops go on. */
  readonly around: Around[] = [];
  readonly parameters: Symbol[] = [];
  /** The values that a variable had at some time. */
  readonly held = new Set<Symbol>();
  /** The locks that the function gives back somewhere. */
  readonly unlocked = new Set<Symbol>();
  /** Within how many macros and values it is that may not be asked for: what they follow says nothing of pointers. */
  withinValues = 0;
  /** The runs of blocks around what is walked through: of the body, of a branch in it, of one round of a loop. */
  private readonly blocks: number[] = [];
  private blockCount = 0;
  /** Conditions about pointers, and where each run that gets there has followed the pointer before. */
  readonly checked = new Map<Place, Place | undefined>();
  private steps = 0;
  private nested = 0;
  private kept = 0;
  private readonly lost = new Set<Place>();

  constructor(
    readonly form: FunctionForm,
    readonly target: WalkedTarget,
    private readonly report: (weakness: Weakness) => void,
    private readonly parts: WalkParts,
  ) {}

  /** Returns the value of an expression on one path. */
  evaluate(path: WalkedPath, expression: Expression): Symbol {
    return this.parts.evaluate(this, path, expression);
  }

  /** Returns the paths that are left of some paths after statements. */
  execute(statements: readonly Statement[], paths: readonly WalkedPath[]): WalkedPath[] {
    this.blocks.push(this.blockCount++);
    const left = this.parts.execute(this, statements, paths);
    this.blocks.pop();
    return left;
  }

  /** The innermost block that is walked through. */
  get block(): number {
    return this.blocks.at(-1) ?? 0;
  }

  /** Whether the run of a block is not over: what it has done was done on each way that leads here. */
  isWithin(block: number): boolean {
    return this.blocks.includes(block);
  }

  /** In C++ a call may change the variables that it gets. */
  get hasReferences(): boolean {
    return !/\.c$/i.test(this.form.file);
  }

  /**
   * Counts expressions and statements, and those within others.
   * @throws TooManySteps
   */
  goDown(): void {
    this.steps += 1;
    this.nested += 1;
    if (this.steps > MAX_STEPS || this.nested > MAX_NESTED || this.copied.entries > MAX_COPIED)
      throw new TooManySteps();
  }

  /**
   * Counts what ways know on which the function, a loop or a switch is left.
   * @throws TooManySteps
   */
  keep(paths: readonly WalkedPath[]): void {
    for (const { size } of paths) this.kept += size;
    if (this.kept > MAX_KEPT) throw new TooManySteps();
  }

  /** Not told where an error ends the walk. */
  goUp(): void {
    this.nested -= 1;
  }

  /** As many ways as are followed further, taken evenly from all. */
  bounded(paths: readonly WalkedPath[]): WalkedPath[] {
    const alive = paths.filter(({ isDead }) => !isDead);
    const most = this.steps > MANY_STEPS ? FEW_WAYS : MAX_WAYS;
    if (alive.length <= most) return alive;
    return alive.filter((_, index) => (index * most) % alive.length < most);
  }

  /** Whether what a call has made was not yet said to be lost. */
  isFirstLoss(made: Place): boolean {
    if (this.lost.has(made)) return false;
    this.lost.add(made);
    return true;
  }

  tell(weakness: string, at: Place, says: string, severity?: Weakness['severity']): void {
    this.report({ weakness, file: this.form.file, at, says, ...(severity !== undefined && { severity }) });
  }

  /** Whether nobody else can reach what a value leads to. */
  isPrivate(path: WalkedPath, base: Symbol): boolean {
    const { isEscaped, made } = path.fact(base);
    if (isEscaped) return false;
    return made?.resource === 'memory' || this.symbols.form(base).kind === 'local';
  }

  /** Somebody else has a value, and what it is made of. */
  escape(path: WalkedPath, symbol: Symbol, depth = 4): void {
    const form = this.symbols.form(symbol);
    if (form.kind === 'constant' || form.kind === 'name') return;
    if (!path.fact(symbol).isEscaped) path.know(symbol, { isEscaped: true });
    const content = form.kind === 'local' && form.of === 'box' ? path.content(symbol, '0') : undefined;
    if (content !== undefined && depth > 0) this.escape(path, content, depth - 1);
    if (form.kind === 'operation' && depth > 0)
      for (const operand of form.operands) this.escape(path, operand, depth - 1);
  }

  /** Somebody else may have changed all that is not private, and may not come back. */
  forgetOthers(path: WalkedPath): void {
    path.forgetContents((base) => !this.isPrivate(path, base));
    path.changeDoubtful(isDoubtful, { nullAs: undefined, unset: undefined });
  }

  /** That a loop may end at once is no sign that somebody thought its first pointer to be NULL. */
  forgetNull(path: WalkedPath): void {
    path.changeDoubtful(({ nullAs }) => nullAs !== undefined, { nullAs: undefined });
  }

  /** Whether a value is 0 or NULL on this way; undefined where it may be either. */
  isZero(path: WalkedPath, symbol: Symbol): boolean | undefined {
    const form = this.symbols.form(symbol);
    if (form.kind === 'constant') return form.value === 0;
    if (form.kind === 'local') return false;
    return path.fact(symbol).isZero;
  }
}
