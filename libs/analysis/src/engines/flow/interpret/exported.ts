import { HARMFUL_IN_PACKAGES } from '../../../catalogue/flow/rows';
import type { Expression, ModuleForm } from '../ir';
import { nameOfCalled } from './called-names';
import { calledOn, constructed, prototypeOf, withOwnFields } from './function-objects';
import { entryArguments } from './handlers';
import { runModule } from './modules';
import { addParts } from './proof/mentions';
import type { Run } from './run';
import { type Closure, UNKNOWN, type Value, valueLike } from './values';

/** Functions are looked for in exported objects to this depth: `exports.shell.run`. */
const MAX_DEPTH = 2;
const HIDDEN = /^[_#]/;

/** Records the functions that a module exports, those of its objects and the public methods of its classes. */
export function knowExported(run: Run, module: ModuleForm): void {
  for (const value of runModule(run, module).values()) know(run, value, MAX_DEPTH);
}

/**
 * Records the functions and public methods that a file declares, in languages where a program calls any of them. Only
 * files with a call that input harms count: to follow the parameters of all files took twice the time on a web server.
 */
export function knowDeclared(run: Run, module: ModuleForm): void {
  if (!callsHarmed(run, module)) return;
  const methods = module.classes.flatMap((form) => form.methods.map((each) => ({ ...each, form: each.function })));
  const all = [...module.functions.map((form) => ({ form, name: form.name })), ...methods];
  for (const { form, name } of all) if (!form.isHidden && !HIDDEN.test(name)) run.exported.add(form);
}

function callsHarmed(run: Run, { main, functions, classes }: ModuleForm): boolean {
  const seen = new Set<object>();
  const waiting: object[] = [main, functions, classes];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const expression = each as Expression;
    if (expression.kind === 'call' && isHarmed(run, expression.callee)) return true;
    addParts(each, waiting);
  }
  return false;
}

function isHarmed(run: Run, callee: Expression): boolean {
  const name = nameOfCalled(callee);
  const paths = callee.kind === 'field' ? [`${nameOfCalled(callee.object)}.${name}`, `*.${name}`] : [name];
  const rows = paths.flatMap((path) => run.rules.sinks.get(path) ?? []);
  return rows.some((row) => HARMFUL_IN_PACKAGES.includes(row.weakness) && !row.isProgram && !row.isMacro);
}

function know(run: Run, value: Value, depth: number): void {
  const { functions, classes, objects } = value;
  for (const closure of functions) knowFunction(run, closure);
  for (const { methods } of classes)
    for (const { name, function: form } of methods) if (!HIDDEN.test(name)) run.exported.add(form);
  for (const { form } of objects.flatMap((key) => methodsOfClass(run, key))) run.exported.add(form);
  if (depth === 0) return;
  for (const key of objects.length > 0 ? objects : withOwnFields(run, value).objects)
    for (const [name, field] of run.state.object(key)?.fields ?? []) {
      if (HIDDEN.test(name) && name !== '__esModule') continue;
      know(run, field, depth - 1);
      for (const { form, self } of field.functions)
        if (!self && form.self !== undefined) run.selves.set(form, valueLike(UNKNOWN, { objects: [key] }));
    }
}

/** The public methods that an object has from its class. */
function methodsOfClass(run: Run, key: number): readonly Closure[] {
  const self = valueLike(UNKNOWN, { objects: [key] });
  return [...(run.state.object(key)?.kin?.methods ?? [])].flatMap(([name, methods]) =>
    HIDDEN.test(name) || name === 'constructor'
      ? []
      : methods.flatMap(({ form, isStatic }) => (isStatic || form.isHidden ? [] : [{ form, self }])),
  );
}

/**
 * The functions of the objects that an exported function returns: its caller may call them, too. Each is recorded, and
 * given once.
 */
export function knowReturned(run: Run, { objects }: Value): readonly Closure[] {
  const held = objects.flatMap((key) =>
    [...(run.state.object(key)?.fields ?? [])].flatMap(([name, { functions }]) =>
      HIDDEN.test(name) ? [] : functions.map((each) => calledOn(each, valueLike(UNKNOWN, { objects: [key] }))),
    ),
  );
  const all = [...held, ...objects.flatMap((key) => methodsOfClass(run, key))];
  return all.filter(({ form }) => {
    if (run.exported.has(form)) return false;
    run.exported.add(form);
    return true;
  });
}

/** Records a function, and the methods of the objects that `new` makes of it. */
function knowFunction(run: Run, closure: Closure): void {
  const { form } = closure;
  if (run.exported.has(form)) return;
  run.exported.add(form);
  const prototype = run.language.hasFunctionObjects ? prototypeOf(run, closure) : undefined;
  if (prototype === undefined) return;
  const self = constructed(run, form, entryArguments(run, form, undefined));
  for (const key of prototype.objects)
    for (const [name, { functions }] of run.state.object(key)?.fields ?? [])
      for (const method of HIDDEN.test(name) ? [] : functions) {
        run.exported.add(method.form);
        run.selves.set(method.form, self);
      }
}
