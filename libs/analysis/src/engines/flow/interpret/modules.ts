import type { ModuleForm } from '../ir';
import { contentOf } from './contents';
import { inOrderOfImports } from './import-order';
import type { Run } from './run';
import { UNKNOWN, type Value, join, pathsOf, valueLike } from './values';

/** The exports of each module of the target, by name; `default` is the module's whole value, if it has one. */
const exportsOf = new WeakMap<Run, Map<ModuleForm, Map<string, Value>>>();
/** By path, the first module that belongs to the file. */
const firstOf = new WeakMap<Run, Map<string, ModuleForm>>();

/** The value that an import binds. */
export function imported(run: Run, module: string, name: string | undefined): Value {
  const form = run.language.resolve(run.file, module);
  if (form === undefined) return pathsOf(pathOf(run, module, name));
  const exported = runModule(run, form);
  if (name !== undefined) return nameOf(run, form, exported, name);
  const whole = exported.get('default');
  return whole && exported.size === 1 ? whole : valueLike(UNKNOWN, { paths: [`module ${form.file}`] });
}

const pathsKnown = new WeakMap<Run, Map<string, Map<string | undefined, string>>>();

/** The path of a name of a module, made once: each use of the name asks for it. */
function pathOf(run: Run, module: string, name: string | undefined): string {
  let modules = pathsKnown.get(run);
  if (modules === undefined) pathsKnown.set(run, (modules = new Map()));
  let names = modules.get(module);
  if (names === undefined) modules.set(module, (names = new Map()));
  let path = names.get(name);
  if (path === undefined) names.set(name, (path = madePath(run, module, name)));
  return path;
}

/** If rows know the module by another name, so do they know its names. */
function madePath(run: Run, module: string, name: string | undefined): string {
  const [whole, path] = [run.language.pathOf(module, undefined), run.language.pathOf(module, name)];
  const known = run.rules.known(whole);
  return run.rules.known(path.startsWith(`${whole}.`) ? known + path.slice(whole.length) : path);
}

function nameOf(run: Run, form: ModuleForm, exported: ReadonlyMap<string, Value>, name: string): Value {
  const value = exported.get(name);
  if (value) return value;
  const whole = exported.get('default');
  return (whole && contentOf(run, whole, name)) ?? nested(run, form, name) ?? UNKNOWN;
}

/** A module within a package: `from package import module`. */
function nested(run: Run, form: ModuleForm, name: string): Value | undefined {
  const inner = run.language.resolve(form.file, `.${name}`);
  return inner && inner !== form ? imported(run, `.${name}`, undefined) : undefined;
}

/** A name of a module that was imported as a whole: `module.name`. */
export function nameOfModule(run: Run, path: string, name: string): Value | undefined {
  if (!path.startsWith('module ')) return undefined;
  const file = path.slice('module '.length);
  const form = firstOf.get(run)?.get(file);
  return form && nameOf(run, form, exportsOf.get(run)!.get(form)!, name);
}

/** Runs a module once, at its first import. A module that is imported while it runs has no exports yet. */
export function runModule(run: Run, form: ModuleForm): ReadonlyMap<string, Value> {
  const done = exportsOf.get(run)?.get(form);
  if (done) return done;
  const exported = begin(run, form);
  try {
    fill(run, form, exported);
  } catch (error) {
    // The importing module exceeded its limit of steps. This one runs by itself later.
    exportsOf.get(run)!.delete(form);
    throw error;
  }
  return exported;
}

/**
 * Runs the modules of a target, each by itself.
 * @param attempt runs the work of one module
 */
export function runModules(
  run: Run,
  modules: readonly ModuleForm[],
  attempt: (form: ModuleForm, work: () => void) => void,
): void {
  const begun = new Map<ModuleForm, Map<string, Value>>();
  for (const { kind, form } of inOrderOfImports(modules, run.language)) {
    const exported = begun.get(form);
    if (kind === 'run' && exported) attempt(form, () => fill(run, form, exported));
    else if (kind === 'begin') {
      const before = exportsOf.get(run)?.get(form);
      // A function that another module called has imported it. What it has set is lost where that way has ended.
      if (before === undefined) begun.set(form, begin(run, form));
      else if (run.language.importsLate) begun.set(form, before);
    }
  }
}

function begin(run: Run, form: ModuleForm): Map<string, Value> {
  const known = exportsOf.get(run) ?? new Map<ModuleForm, Map<string, Value>>();
  exportsOf.set(run, known);
  const exported = new Map<string, Value>();
  known.set(form, exported);
  const first = firstOf.get(run) ?? new Map<string, ModuleForm>();
  firstOf.set(run, first);
  if (!first.has(form.file)) first.set(form.file, form);
  return exported;
}

function fill(run: Run, form: ModuleForm, exported: Map<string, Value>): void {
  run.within(form.main, form.main.at, (frame) => {
    run.execute(form.main.body);
    // A module continues after a branch that ends it.
    run.state.isDead = false;
    for (const exit of frame.exits) run.state.mergeLeft(exit);
    for (const { name, value } of form.exports) {
      if (name === undefined && value.kind === 'import') exportAll(run, value.module, exported);
      const each = run.evaluate(value);
      const before = name === undefined ? undefined : exported.get(name);
      if (name !== undefined) exported.set(name, before === undefined ? each : join(before, each));
    }
  });
}

/** `export * from "./other"` */
function exportAll(run: Run, module: string, exported: Map<string, Value>): void {
  const form = run.language.resolve(run.file, module);
  if (form === undefined) return;
  for (const [name, value] of runModule(run, form)) if (name !== 'default') exported.set(name, value);
}
