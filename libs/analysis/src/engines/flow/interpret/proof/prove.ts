import type { ClassForm, FunctionForm, ModuleForm, VariableId } from '../../ir';
import type { FlowRules } from '../../rules';
import { invoke } from '../calls';
import { entryArguments } from '../handlers';
import { kinOf } from '../kin';
import { runModules } from '../modules';
import type { LanguageOfTarget } from '../language-of-target';
import { Run } from '../run';
import { OverBudget } from '../step-limits';
import type { Parts } from '../run-parts';
import { State } from '../state';
import { UNKNOWN, type Value, WHOLLY, valueLike } from '../values';
import { type Mentions, mentionsOf } from './mentions';
import { type JudgedPlace, Proof } from './proof';

/** At most this many functions are run once more. */
const MAX_FUNCTIONS = 4_000;

/**
 * Tells whether the form of a file covers all of its code.
 * @param mentions is called only where the text of the file alone does not answer
 */
export type IsWhole = (file: string, mentions: () => Mentions) => boolean;

interface Proving {
  readonly modules: readonly ModuleForm[];
  readonly rules: FlowRules;
  readonly language: LanguageOfTarget;
  readonly captured: ReadonlySet<VariableId>;
  readonly imports: ReadonlySet<string>;
  readonly parts: Parts;
  /** Functions with a place that may be safe. */
  readonly promising: ReadonlySet<FunctionForm>;
  readonly isWhole: IsWhole;
}

/**
 * Proves places of a target safe whatever input arrives. Each function with such a place is run once more, apart from
 * its callers, with nothing known about its arguments.
 */
export function prove({
  modules,
  rules,
  language,
  captured,
  imports,
  parts,
  promising,
  isWhole,
}: Proving): readonly JudgedPlace[] {
  if (promising.size === 0) return [];
  const mentions = new Map(modules.map((module) => [module.file, once(() => mentionsOf(module))]));
  const proof = new Proof(
    (file) => {
      const read = mentions.get(file);
      return read && isWhole(file, read) ? read() : undefined;
    },
    once(() => new Set([...mentions.values()].flatMap((read) => [...read().fields]))),
    new Set(modules.flatMap(({ classes }) => classes.flatMap(overloadedIn))),
  );
  const ignored = () => undefined;
  const run = new Run(parts, rules, language, ignored, ignored, imports, captured, proof);
  const base = new State();
  const attempt = (state: State, work: () => void): void => {
    run.beginEntry(state);
    try {
      work();
    } catch (error) {
      if (!(error instanceof OverBudget) && !(error instanceof RangeError)) throw error;
      proof.giveUp();
    }
  };
  const chosen = [...promising].filter(({ file }) => proof.isWhole(file)).slice(0, MAX_FUNCTIONS);
  const files = new Set(chosen.map(({ file }) => file));
  const own = modules.filter(({ file }) => files.has(file));
  runModules(run, own, (_, work) => {
    attempt(base, work);
    // Functions do not rely on objects that a module made. Those of a thousand modules would be looked through each
    // time.
    base.dropObjects();
  });
  for (const module of own) {
    const enter = (form: FunctionForm, self?: Value) =>
      run.within(module.main, 0, () =>
        invoke(run, self ? { form, self } : { form }, entryArguments(run, form, self), form.at),
      );
    const isWanted = (form: FunctionForm) => promising.has(form);
    for (const form of module.functions.filter(isWanted)) attempt(base.fork(), () => enter(form));
    for (const form of module.classes)
      for (const { function: method, isStatic } of form.methods)
        if (isWanted(method))
          attempt(base.fork(), () => {
            const self = run.within(module.main, 0, () => selfOf(run, form));
            enter(method, isStatic && method.self === undefined ? undefined : self);
          });
  }
  return proof.proven();
}

function once<Answer>(find: () => Answer): () => Answer {
  let found: { readonly answer: Answer } | undefined;
  return () => (found ??= { answer: find() }).answer;
}

function overloadedIn({ methods }: ClassForm): readonly FunctionForm[] {
  const byName = new Map<string, FunctionForm[]>();
  for (const { name, function: form } of methods) {
    const others = byName.get(name);
    if (others) others.push(form);
    else byName.set(name, [form]);
  }
  return [...byName.values()].flatMap((forms) => (forms.length > 1 ? forms : []));
}

/** An object of which only the class is known; it may be of a derived class. */
const selfOf = (run: Run, form: ClassForm): Value =>
  valueLike(UNKNOWN, {
    classes: [form],
    paths: kinOf(run, form).paths,
    made: WHOLLY,
  });
