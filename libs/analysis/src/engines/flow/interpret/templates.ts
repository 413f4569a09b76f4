import type { Expression, ModuleForm, Place } from '../ir';
import { globalVariable } from '../lower/php/names';
import type { EvaluatedArgument } from './evaluated-call';
import { runModule } from './modules';
import type { Run } from './run';
import { UNKNOWN, type Value } from './values';

type Call = Extract<Expression, { kind: 'call' }>;

/** Runs the template that a call names with the values that the call passes. */
export function renderTemplate(
  run: Run,
  paths: readonly string[],
  args: readonly EvaluatedArgument[],
  call: Call,
): void {
  const { at } = call;
  if (!paths.some((path) => run.rules.renders.has(path))) return renderWith(run, args, call);
  const module = templateNamed(run, args[0]?.value.constant);
  if (module === undefined) return;
  if (run.language.hasScripts) return renderScript(run, module, fieldsOf(run, args[1]?.value ?? UNKNOWN), at);
  const template = runModule(run, module).get('default')?.functions[0];
  if (template) run.invoke(template, [{ value: args[1]?.value ?? UNKNOWN }], at);
}

const templateNamed = (run: Run, name: unknown): ModuleForm | undefined =>
  typeof name === 'string' ? run.language.templateOf?.(name) : undefined;

type Fields = readonly (readonly [name: string, value: Value])[];

const fieldsOf = (run: Run, { objects }: Value): Fields =>
  objects.flatMap((key) => [...(run.state.object(key)?.fields ?? [])]);

/** Calls of one chain. */
const MOST_CALLS = 20;

/** `view('posts.show')->with('post', $post)` */
function renderWith(run: Run, [name, value]: readonly EvaluatedArgument[], { callee, at }: Call): void {
  if (!run.language.hasScripts || callee.kind !== 'field' || callee.name !== 'with' || name === undefined) return;
  let each: Expression = callee.object;
  for (let calls = 0; calls < MOST_CALLS && each.kind === 'call' && each.callee.kind === 'field'; calls += 1) {
    if (each.callee.name !== 'with') break;
    each = each.callee.object;
  }
  const written = each.kind === 'call' ? each.args[0]?.value : undefined;
  if (each.kind !== 'call' || written?.kind !== 'literal') return;
  const module = templateNamed(run, written.value);
  if (module === undefined || !run.evaluate(each.callee).paths.some((path) => run.rules.renders.has(path))) return;
  const { constant } = name.value;
  const given = value?.value;
  const one: Fields = typeof constant === 'string' && given !== undefined ? [[constant, given]] : [];
  renderScript(run, module, [...one, ...fieldsOf(run, name.value)], at);
}

/** Runs a template of PHP, whose variables are what it is rendered with. It leaves nothing behind. */
function renderScript(run: Run, { main }: ModuleForm, fields: Fields, at: Place): void {
  if (!run.canCall(main)) return;
  const before = run.state;
  run.within(main, at, () => {
    run.state = before.fork();
    for (const [name, value] of fields) run.state.set(globalVariable(`$${name}`), value);
    run.execute(main.body);
  });
  run.state = before;
}
