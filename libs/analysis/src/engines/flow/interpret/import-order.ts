import type { Expression, FunctionForm, ModuleForm } from '../ir';
import type { LanguageOfTarget } from './language-of-target';
import { addParts } from './proof/mentions';

/** One step of running modules: `begin` comes before the imports of the module, `run` after them. */
export interface ModuleStep {
  readonly kind: 'begin' | 'run';
  readonly form: ModuleForm;
}

/**
 * The modules in the order in which a program runs them: the imports of a module come before the module itself. Each is
 * run by itself. If a module ran at its first import, a chain of imports would need as much stack as it has files, and
 * the size of the stack differs from run to run.
 */
export function inOrderOfImports(modules: readonly ModuleForm[], language: LanguageOfTarget): readonly ModuleStep[] {
  const steps: ModuleStep[] = [];
  const begun = new Set<ModuleForm>();
  for (const first of modules) {
    const open: { readonly form: ModuleForm; readonly rest: Iterator<ModuleForm> }[] = [];
    const begin = (form: ModuleForm): void => {
      if (begun.has(form)) return;
      begun.add(form);
      steps.push({ kind: 'begin', form });
      open.push({ form, rest: importedBy(form, language).values() });
    };
    begin(first);
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const { done, value } = last.rest.next();
      if (!done) begin(value);
      else {
        open.pop();
        steps.push({ kind: 'run', form: last.form });
      }
    }
  }
  return steps;
}

/** The modules of the target that a module imports outside of functions, in the order of its imports. */
function importedBy(form: ModuleForm, { resolve }: LanguageOfTarget): readonly ModuleForm[] {
  const found = new Set<ModuleForm>();
  const find = (file: string, module: string): ModuleForm | undefined => {
    const other = resolve(file, module);
    if (other && other !== form) found.add(other);
    return other;
  };
  for (const { module, name } of importsIn([form.main.body, form.exports.map(({ value }) => value)])) {
    const other = find(form.file, module);
    // A module within a package: `from package import module`.
    if (other && name !== undefined) find(other.file, `.${name}`);
  }
  return [...found];
}

type Import = Extract<Expression, { kind: 'import' }>;

/** The imports that a form runs, in the order in which they are written. Functions run when they are called. */
function importsIn(form: object): readonly Import[] {
  const found: Import[] = [];
  const waiting: object[] = [form];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if ((each as Partial<FunctionForm>).parameters !== undefined) continue;
    if ((each as Partial<Expression>).kind === 'import') found.push(each as Import);
    addParts(each, waiting);
  }
  return found.sort((one, other) => one.at - other.at);
}
