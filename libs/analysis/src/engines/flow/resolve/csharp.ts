import { CSHARP_FUNCTIONS, CSHARP_METHODS, CSHARP_PROPERTIES } from '../interpret/csharp/functions';
import type { LanguageOfTarget } from '../interpret/language-of-target';
import type { ClassForm, Expression, FunctionForm, ModuleForm } from '../ir';
import { nearest } from './modules';

type Modules = ReadonlyMap<string, ModuleForm>;

/** A class by its whole name, with the file that declares it. */
interface Declared {
  readonly form: ModuleForm;
  readonly class: ClassForm;
}

const KIND = 'class ';
const EXTENSION = 'extension ';
const EVERYWHERE = 'everywhere ';

/**
 * Types are found by their whole names, wherever they are declared: the parts of one that stands in several files are
 * one class. Rows name types of others by their simple names.
 */
export function csharpOf(modules: Modules): LanguageOfTarget {
  const declared = new Map<string, Declared[]>();
  const extensions = new Map<string, FunctionForm[]>();
  const everywhere = new Set<string>();
  for (const form of modules.values()) {
    for (const name of form.imports) if (name.startsWith(EVERYWHERE)) everywhere.add(name.slice(EVERYWHERE.length));
    for (const { name = '', value } of form.exports)
      if (value.kind === 'class') put(declared, name.slice(KIND.length), { form, class: value.class });
      else if (value.kind === 'function' && name.startsWith(EXTENSION))
        put(extensions, name.slice(EXTENSION.length), value.function);
  }
  const find = (names: string): string | undefined => {
    const all = names.split('|');
    const simple = all.at(-1)!;
    const used = everywhere.size === 0 ? [] : [...everywhere].map((namespace) => `${namespace}.${simple}`);
    return [...all, ...used].find((name) => declared.has(name));
  };
  const found = new Map<string, readonly ModuleForm[]>();
  const formsOf = (name: string): readonly ModuleForm[] => {
    const known = found.get(name) ?? made(name, declared.get(name)!);
    found.set(name, known);
    return known;
  };
  return {
    resolve: (file, module) => {
      const name = module.startsWith(KIND) ? find(module.slice(KIND.length)) : undefined;
      return name === undefined ? undefined : nearest(formsOf(name), file);
    },
    pathOf: (module) => pathOf(module.slice(KIND.length).split('|')),
    methods: CSHARP_METHODS,
    functions: CSHARP_FUNCTIONS,
    properties: CSHARP_PROPERTIES,
    unwraps: new Set(['Value', 'Result']),
    indexers: { get: 'this[]', set: 'set this[]' },
    describes: 'ToString',
    hasOverloads: true,
    hasTypes: true,
    byFirstArgument: extensions,
  };
}

const CONTROL = new RegExp(
  `^(?:${[
    'TextBox|Label|Literal|HyperLink|LinkButton|HiddenField|FileUpload|SqlDataSource',
    'Html(?:GenericControl|InputText|InputHidden|TextArea|ContainerControl)',
  ].join('|')})$`,
);

/** Controls of a page are told from those of a window. */
function pathOf(names: readonly string[]): string {
  const simple = names.at(-1)!.split('.').at(-1)!;
  if (!CONTROL.test(simple)) return simple;
  const isOfPage = names.some((name) => name.startsWith('System.Web.UI.') && name.endsWith(`Controls.${simple}`));
  return isOfPage ? `WebControls.${simple}` : simple;
}

function put<Item>(table: Map<string, Item[]>, name: string, item: Item): void {
  const known = table.get(name);
  if (known) known.push(item);
  else table.set(name, [item]);
}

function made(name: string, all: readonly Declared[]): readonly ModuleForm[] {
  const isPartial = all.some(({ class: form }) => form.bases.some((base) => isItself(base, name)));
  const wholes: readonly Declared[] = isPartial ? [{ form: all[0]!.form, class: whole(all, name) }] : all;
  return wholes.map(({ form, class: own }) => {
    const value: Expression = { kind: 'class', class: own, at: own.at };
    return { ...form, main: { ...form.main, body: [] }, exports: [{ name: 'default', value }] };
  });
}

const isItself = (base: Expression, name: string): boolean =>
  base.kind === 'import' && base.module === `${KIND}${name}`;

/** The parts of a class as one. */
function whole(all: readonly Declared[], name: string): ClassForm {
  const [first] = all;
  const parts = all.map(({ class: form }) => form);
  return {
    ...first!.class,
    bases: parts.flatMap(({ bases }) => bases.filter((base) => !isItself(base, name))),
    methods: parts.flatMap(({ methods }) => methods),
    fields: parts.flatMap(({ fields }) => fields),
  };
}
