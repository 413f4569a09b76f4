import { C_LIFETIMES } from '../../../catalogue/flow/c/lifetimes';
import type { LanguageOfTarget } from '../interpret/language-of-target';
import { neverComesBack } from '../interpret/memory/endings';
import type { Weakness } from '../interpret/run';
import { type FunctionForm, type ModuleForm, type VariableId, lineOf } from '../ir';
import { leaked } from './judge';
import { judgeMembers } from './members';
import { WalkedPath } from './path';
import { execute } from './statements';
import type { Symbol } from './symbols';
import { evaluate } from './values';
import { type Summary, type WalkedTarget, TooManySteps, Walk } from './walk';

interface Options {
  readonly modules: readonly ModuleForm[];
  readonly language: LanguageOfTarget;
  readonly captured: ReadonlySet<VariableId>;
  readonly judge: (weakness: Weakness) => void;
  /** Gets the functions that take too many steps, and those on which the walk makes a mistake of its own. */
  readonly unfinished: (form: FunctionForm, fault?: unknown) => void;
}

/** The depth to which calls within called functions are followed. */
const MAX_CALLS = 3;

/** Walks through each function by itself, along its ways, and judges what becomes of pointers and resources there. */
export function judgeLifetimes({ modules, language, captured, judge, unfinished }: Options): void {
  const summaries = new Map<FunctionForm, Summary | undefined>();
  let depth = 0;
  const walked = (form: FunctionForm): Summary | undefined => {
    // While it is walked through, nothing is known of it: it may call itself.
    summaries.set(form, undefined);
    if (form.isBroken) return undefined;
    const walk = new Walk(form, target, judge, { evaluate, execute });
    depth += 1;
    try {
      walkThrough(walk);
      summaries.set(form, summaryOf(walk));
    } catch (error) {
      if (error instanceof TooManySteps) unfinished(form);
      else unfinished(form, error);
    }
    depth -= 1;
    return summaries.get(form);
  };
  const target: WalkedTarget = {
    named: (file, name) => language.resolve(file, `fn ${name}`)?.exports[0]?.value,
    summaryOf: (form) => (summaries.has(form) || depth > MAX_CALLS ? summaries.get(form) : walked(form)),
    neverComesBack: (file, call) => neverComesBack(language, file, call),
    rowOf: (name) => C_LIFETIMES.get(name),
    captured,
  };
  for (const module of modules) judgeMembers(module, judge);
  for (const { functions, classes } of modules)
    for (const form of [...functions, ...classes.flatMap(({ methods }) => methods.map((each) => each.function))])
      if (!summaries.has(form)) walked(form);
}

function walkThrough(walk: Walk): void {
  const path = new WalkedPath(walk.copied);
  for (const { target } of walk.form.parameters) {
    const value = walk.symbols.fresh();
    walk.parameters.push(value);
    if (target.kind === 'variable') path.setVariable(target.id, value);
  }
  for (const end of walk.execute(walk.form.body, [path])) {
    walk.ends.push({ path: end, at: walk.form.at });
    leaked(walk, end, walk.form.at);
  }
  judgeLocks(walk);
  for (const followedAt of walk.checked.values())
    if (followedAt !== undefined)
      walk.tell('checked-after-use', followedAt, 'A condition below asks whether the pointer is NULL');
}

/** A lock that the function gives back on another way is not given back on this one. */
function judgeLocks(walk: Walk): void {
  for (const { path, at } of walk.ends)
    for (const symbol of walk.unlocked) {
      const { lockedAt } = path.fact(symbol);
      const isLost = lockedAt !== undefined && walk.isFirstLoss(lockedAt);
      if (isLost) walk.tell('lock-kept', at, `It was taken on line ${lineOf(lockedAt)}, and other ways give it back`);
    }
}

function summaryOf(walk: Walk): Summary {
  const { ends, parameters, form } = walk;
  const all = parameters.map((symbol, index) => ({ symbol, index }));
  const isGone = (path: WalkedPath, symbol: Symbol) => path.fact(symbol).released !== undefined;
  const released = all.filter(
    ({ symbol }) =>
      ends.some(({ path }) => isGone(path, symbol)) &&
      ends.every(({ path }) => isGone(path, symbol) || walk.isZero(path, symbol) === true),
  );
  const releases = new Set(released.map(({ index }) => index));
  const kept = all.filter(({ symbol, index }) => {
    if (releases.has(index)) return false;
    return ends.some(({ path, value }) => {
      const { isEscaped, releasedWith } = path.fact(symbol);
      return isEscaped || isGone(path, symbol) || releasedWith !== undefined || value === symbol;
    });
  });
  const isMade = ({ path, value }: (typeof ends)[number]) => {
    const fact = value === undefined ? undefined : path.fact(value);
    return fact?.made?.resource === 'memory' && !fact.isEscaped && fact.released === undefined;
  };
  const makes =
    ends.some(isMade) &&
    ends.every((end) => isMade(end) || (end.value !== undefined && walk.isZero(end.path, end.value) === true));
  return {
    releases,
    keeps: new Set(kept.map(({ index }) => index)),
    neverReturns: ends.length === 0 && form.body.length > 0,
    ...(makes && { makes: { resource: 'memory' as const } }),
  };
}
