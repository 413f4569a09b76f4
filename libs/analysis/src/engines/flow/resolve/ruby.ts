import { RUBY_FUNCTIONS } from '../interpret/ruby/functions';
import { RUBY_METHODS } from '../interpret/ruby/methods';
import type { LanguageOfTarget } from '../interpret/language-of-target';
import type { ClassForm, Expression, ModuleForm, Statement } from '../ir';

/** Settings of Rails for the machine of a developer, and for tests. */
const ENVIRONMENT = /(?:^|\/)config\/environments\/(?:test|development)\.rb$/;

/**
 * Constants, functions and templates are found by their whole names, wherever they are declared, as Rails loads them. A
 * class that several files open has the methods of all of them. Rows name what is not of the target with dots.
 */
export function rubyOf(modules: ReadonlyMap<string, ModuleForm>): LanguageOfTarget {
  const declared = new Map<string, { readonly form: ModuleForm; readonly value: Expression }[]>();
  for (const form of modules.values())
    for (const { name, value } of form.exports)
      if (name !== undefined) declared.set(name, [...(declared.get(name) ?? []), { form, value }]);
  const found = new Map<string, ModuleForm | undefined>();
  const find = (name: string): ModuleForm | undefined => {
    if (!found.has(name)) found.set(name, moduleOf(declared.get(name) ?? []));
    return found.get(name);
  };
  const tries = foldersOfTrials(modules);
  const gems = foldersOfGems(modules);
  return {
    resolve: (_, module) => {
      const place = module.indexOf(' ');
      const kind = module.slice(0, place);
      for (const name of module.slice(place + 1).split('|')) {
        const form = find(name.startsWith('view ') ? name : `${kind} ${name}`);
        if (form) return form;
      }
      return undefined;
    },
    pathOf: (module) =>
      module
        .slice(module.indexOf(' ') + 1)
        .split('|')
        .at(-1)!
        .replaceAll('::', '.'),
    classMethod: (name) => `self.${name}`,
    methods: RUBY_METHODS,
    functions: RUBY_FUNCTIONS,
    hasMessages: true,
    isPublished: (file) => gems.some((folder) => file.startsWith(`${folder}lib/`)) && !OF_TASKS.test(file),
    isTrial: (file) => ENVIRONMENT.test(file) || tries.some((folder) => file.startsWith(folder)),
  };
}

/** The folders of applications that try the gem in the folder above: their Gemfile takes it from there. */
const foldersOfTrials = (modules: ReadonlyMap<string, ModuleForm>): string[] =>
  [...modules].flatMap(([file, { main }]) =>
    file.endsWith('/Gemfile') && main.body.some(takesFolderAbove) ? [file.slice(0, -'Gemfile'.length)] : [],
  );

/** The folders of gems: each has a description of what is published. */
const foldersOfGems = (modules: ReadonlyMap<string, ModuleForm>): string[] =>
  [...modules.keys()].flatMap((file) => (file.endsWith('.gemspec') ? [file.slice(0, file.lastIndexOf('/') + 1)] : []));

/** Developers call tasks and generators, for themselves. */
const OF_TASKS = /(?:^|\/)(?:tasks|generators|rake)\/|\.rake$|(?:^|\/)cli(?:\/|\.rb$)/;

/** `gem 'name', path: '..'` */
const takesFolderAbove = (statement: Statement): boolean =>
  statement.kind === 'evaluate' &&
  statement.expression.kind === 'call' &&
  statement.expression.args.some(
    ({ name, value }) =>
      name === 'path' && value.kind === 'literal' && /^\.\.(?:\/\.\.)*\/?$/.test(String(value.value)),
  );

function moduleOf(declarations: readonly { form: ModuleForm; value: Expression }[]): ModuleForm | undefined {
  const [first] = declarations;
  if (first === undefined) return undefined;
  const classes = declarations.flatMap(({ value }) => (value.kind === 'class' ? [value.class] : []));
  const value: Expression =
    first.value.kind === 'class' && classes.length > 1 ? { ...first.value, class: merged(classes) } : first.value;
  const { form } = first;
  return { ...form, main: { ...form.main, body: [] }, exports: [{ name: 'default', value }] };
}

const merged = (classes: readonly ClassForm[]): ClassForm => ({
  ...classes[0]!,
  bases: classes.flatMap(({ bases }) => bases),
  extended: classes.flatMap(({ extended = [] }) => extended),
  methods: classes.flatMap(({ methods }) => methods),
  fields: classes.flatMap(({ fields }) => fields),
});
