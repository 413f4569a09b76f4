import type { LanguageOfTarget } from '../interpret/language-of-target';
import { FUNCTIONS, METHODS } from '../interpret/builtins';
import { KOTLIN_FUNCTIONS, KOTLIN_METHODS, KOTLIN_PROPERTIES } from '../interpret/kotlin/functions';
import type { ExtensionForm, ModuleForm } from '../ir';

interface Extension extends ExtensionForm {
  readonly file: string;
  readonly packageName: string;
}

const methods = { ...METHODS, ...KOTLIN_METHODS };
const functions = { ...FUNCTIONS, ...KOTLIN_FUNCTIONS };

/**
 * Names belong to packages, which files name; files of one package see each other's names. Rows name what is not of the
 * target by its simple name, as those of Java do.
 */
export function kotlinOf(modules: ReadonlyMap<string, ModuleForm>): LanguageOfTarget {
  const declared = new Map<string, ModuleForm>();
  const extensions = new Map<string, Extension[]>();
  for (const form of modules.values()) {
    const packageName = packageOf(form);
    for (const { name } of form.exports) declared.set(within(packageName, name!), form);
    for (const extension of form.extensions ?? []) {
      const known = extensions.get(extension.name) ?? [];
      known.push({ ...extension, file: form.file, packageName });
      extensions.set(extension.name, known);
    }
  }
  const visible = new Map<string, readonly string[]>();
  /** The packages whose names a file has without an import of each. */
  const packagesOf = (file: string): readonly string[] => {
    const known = visible.get(file);
    if (known) return known;
    const form = modules.get(file);
    const imports = form?.imports.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2)) ?? [];
    const found = form ? [packageOf(form), ...imports] : imports;
    visible.set(file, found);
    return found;
  };
  return {
    resolve: (file, module) => {
      if (!module.startsWith('.')) return declared.get(module);
      for (const packageName of packagesOf(file)) {
        const found = declared.get(within(packageName, module.slice(1)));
        if (found) return found;
      }
      return undefined;
    },
    pathOf: (module, name) => name ?? module.slice(module.lastIndexOf('.') + 1),
    methods,
    functions,
    properties: KOTLIN_PROPERTIES,
    indexers: { get: 'get', set: 'set' },
    describes: 'toString',
    hasOverloads: true,
    extensions: (file, name) =>
      (extensions.get(name) ?? []).filter(
        (each) =>
          each.file === file ||
          packagesOf(file).includes(each.packageName) ||
          modules.get(file)?.imports.includes(within(each.packageName, name)),
      ),
  };
}

const packageOf = ({ packageName = '' }: ModuleForm): string => packageName;

const within = (packageName: string, name: string): string => (packageName === '' ? name : `${packageName}.${name}`);
