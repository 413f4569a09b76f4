import { gatedByLaravel } from './laravel';
import { posix } from 'node:path';
import type { LanguageOfTarget } from '../interpret/language-of-target';
import { FUNCTIONS_OF_GO, METHODS_OF_GO } from '../interpret/go/methods';
import { filledField } from '../interpret/python/models';
import { PYTHON_METHODS } from '../interpret/python/methods';
import { HOLE, OWN_PART } from '../interpret/values';
import type { ClassForm, Expression, ModuleForm } from '../ir';
import { templateNamed } from '../lower/javascript/ejs';
import { templateName } from '../lower/php/blade';
import { lastPart } from '../lower/go/names';
import { importedByName } from './own-imports';
import { type DescribedPackage, entriesOf } from './packages';
import { gatedBySpring } from './spring';

const GAP = new RegExp(`[${HOLE}${OWN_PART}]`);

type Modules = ReadonlyMap<string, ModuleForm>;

/** `node:fs/promises` is `fs.promises`. */
const dotted = (module: string, name: string | undefined): string => {
  const path = module.replace(/^node:/, '').replaceAll('/', '.');
  return name === undefined || name === 'default' ? path : `${path}.${name}`;
};

const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mts',
  '.cts',
  '.mjs',
  '.cjs',
  '/index.ts',
  '/index.tsx',
  '/index.js',
];

/** @param packages those of the target, by their folders */
export function javascriptOf(
  modules: Modules,
  packages: ReadonlyMap<string, DescribedPackage> = new Map(),
): LanguageOfTarget {
  const find = (path: string): ModuleForm | undefined => {
    for (const ending of ENDINGS) {
      const found = modules.get(`${path}${ending}`);
      if (found) return found;
    }
    // TypeScript names the file that it will write.
    return /\.[cm]?js$/.test(path) ? modules.get(path.replace(/js$/, 'ts')) : undefined;
  };
  const named = importedByName(packages, find);
  const resolve = (file: string, module: string) =>
    module.startsWith('.')
      ? find(posix.join(posix.dirname(file), module).replace(/\/$/, ''))
      : named(posix.dirname(file), module);
  const published = [...packages].filter(([, { isPublished }]) => isPublished);
  const entries = published.flatMap(([folder, each]) => entriesOf(folder, each, find));
  return {
    resolve,
    pathOf: dotted,
    hasFunctionObjects: true,
    templateOf: (name) => templateNamed(modules, name),
    entries: [...new Set(entries)],
  };
}

/** They keep something for all functions of one request, or of one thread. */
const HOLDERS_OF_PYTHON = new Set(['flask.g', 'quart.g', 'threading.local()']);

/** A package may lie in any folder that the interpreter is told to look in: the shortest path wins. */
export function pythonOf(modules: Modules): LanguageOfTarget {
  const byName = new Map<string, ModuleForm>();
  for (const file of [...modules.keys()].sort((one, other) => one.length - other.length)) {
    const parts = file.replace(/(?:\/__init__)?\.py$/, '').split('/');
    for (let from = 0; from < parts.length; from++) {
      const name = parts.slice(from).join('.');
      if (!byName.has(name)) byName.set(name, modules.get(file)!);
    }
  }
  const resolve = (file: string, module: string) => {
    const dots = /^\.*/.exec(module)![0].length;
    if (dots === 0) return byName.get(module);
    const folder = posix.dirname(file).split('/');
    const base = folder.slice(0, folder.length - dots + 1);
    const path = [...base, ...module.slice(dots).split('.')].filter((part) => part !== '' && part !== '.').join('/');
    return modules.get(`${path}.py`) ?? modules.get(`${path}/__init__.py`);
  };
  return {
    resolve,
    pathOf: dotted,
    importsLate: true,
    iteratesKeys: true,
    hasTextOperators: true,
    filledField,
    holders: HOLDERS_OF_PYTHON,
    methods: PYTHON_METHODS,
  };
}

/** Rows name classes that are not of the target by their simple names: `jakarta` and `javax` have the same. */
export function javaOf(modules: Modules): LanguageOfTarget {
  const byName = new Map<string, ModuleForm>();
  const ambiguous = new Set<string>();
  for (const [file, form] of modules) {
    const parts = file.replace(/\.java$/, '').split('/');
    for (let from = 0; from < parts.length; from++) {
      const name = parts.slice(from).join('.');
      if (byName.has(name)) ambiguous.add(name);
      byName.set(name, form);
    }
  }
  return {
    hasOverloads: true,
    holdsTypes: true,
    forAdministrators: gatedBySpring(modules),
    isOnly: (_, module) => module.startsWith('.') || !ambiguous.has(module),
    resolve: (file, module) => {
      if (!module.startsWith('.')) return byName.get(module);
      const name = module.slice(1);
      // A mapper of MyBatis lies in no package: it means the only class of a name.
      if (file.endsWith('.xml')) return ambiguous.has(name) ? undefined : byName.get(name);
      return modules.get(posix.join(posix.dirname(file), `${name}.java`));
    },
    pathOf: (module, name) => name ?? module,
  };
}

/**
 * Classes and functions are found by their whole names in any case, wherever they are declared: to name one runs no
 * file. Rows name those that are not of the target with dots.
 */
export function phpOf(modules: Modules): LanguageOfTarget {
  const declared = new Map<string, ModuleForm[]>();
  for (const form of modules.values())
    for (const { name, value } of form.exports) {
      if (name === undefined) continue;
      const key = name.toLowerCase();
      const known = declared.get(key) ?? [];
      known.push({ ...form, main: { ...form.main, body: [] }, exports: [{ name: 'default', value }] });
      declared.set(key, known);
    }
  const files = [...modules.keys()].sort();
  const templates = templatesOf(files);
  return {
    resolve: (file, module) => {
      const [kind, names = ''] = splitAt(module, ' ');
      for (const name of names.split('|')) {
        const found = declared.get(`${kind} ${name.toLowerCase()}`);
        if (found) return nearest(found, file);
      }
      return undefined;
    },
    pathOf: (module) => splitAt(module, ' ')[1]!.split('|').at(-1)!.replaceAll('\\', '.'),
    hasScripts: true,
    tellsMethods: true,
    iterators: { make: 'getIterator', current: 'current' },
    forAdministrators: gatedByLaravel(modules),
    included: (file, path) => includedFiles(files, file, path).map((name) => modules.get(name)!),
    templateOf: (name) => modules.get(templates.get(name.replaceAll('.', '/').toLowerCase()) ?? ''),
  };
}

/** The files of templates by their names, of those that no two files have. */
function templatesOf(files: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const file of files) {
    const name = templateName(file);
    if (name !== undefined) named.set(name, named.has(name) ? '' : file);
  }
  return named;
}

/** Of declarations of one name, that of the file itself, or of the folder that it shares the most with. */
export function nearest(forms: readonly ModuleForm[], file: string): ModuleForm {
  const [first, ...others] = forms;
  if (others.length === 0) return first!;
  return (
    forms.find((form) => form.file === file) ??
    forms.reduce((one, other) => (near(other, file) > near(one, file) ? other : one))
  );
}

/** How many folders from the root on a file shares with another one. */
function near({ file }: ModuleForm, other: string): number {
  const [one, two] = [file.split('/'), other.split('/')];
  const different = one.findIndex((part, index) => part !== two[index]);
  return different < 0 ? one.length : different;
}

/** How paths of Go's own packages begin. */
const OF_GO = new Set(
  [
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors',
    'expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect',
    'regexp runtime slices sort strconv strings sync syscall testing text time unicode unique unsafe weak',
  ].flatMap((names) => names.split(' ')),
);

/**
 * A package is a folder; its names are known in all of its files. Methods belong to their type wherever they stand.
 * Rows name packages of Go itself by their whole paths and others by the last part of theirs: `net.http`, `gin`.
 */
export function goOf(modules: Modules): LanguageOfTarget {
  const packages = new Map<string, Map<string, ModuleForm>>();
  const methods = new Map<string, ClassForm['methods'][number][]>();
  for (const [file, form] of modules)
    for (const { name, value } of form.exports) {
      const [type, method] = name!.split('.');
      const key = `${posix.dirname(file)} ${type}`;
      if (method !== undefined && value.kind === 'function')
        methods.set(key, [...(methods.get(key) ?? []), { name: method, function: value.function, isStatic: false }]);
    }
  for (const [file, form] of modules)
    for (const { name, value } of form.exports) {
      const folder = posix.dirname(file);
      const names = packages.get(folder) ?? new Map<string, ModuleForm>();
      packages.set(folder, names);
      const own = methods.get(`${folder} ${name}`) ?? [];
      const whole: Expression =
        value.kind === 'class'
          ? { ...value, class: { ...value.class, methods: [...value.class.methods, ...own] } }
          : value;
      names.set(name!, { ...form, main: { ...form.main, body: [] }, exports: [{ name: 'default', value: whole }] });
    }
  const forTests = foldersForTests(modules);
  const folderOf = (file: string, path: string): string | undefined => {
    if (path === '.') return posix.dirname(file);
    const parts = path.split('/');
    if (OF_GO.has(parts[0]!)) return undefined;
    for (let from = 1; from < parts.length; from++) {
      const folder = parts.slice(from).join('/');
      if (packages.has(folder)) return folder;
    }
    return undefined;
  };
  return {
    resolve: (file, module) => {
      const [path, name] = splitAt(module, ' ');
      const folder = name === '' ? undefined : folderOf(file, path);
      return folder === undefined ? undefined : packages.get(folder)?.get(name);
    },
    pathOf: (module) => {
      const [path, name] = splitAt(module.includes(' ') ? module : `${module} `, ' ');
      const known = OF_GO.has(path.split('/')[0]!) ? path.replaceAll('/', '.') : lastPart(path);
      return name === '' ? known : `${known}.${name}`;
    },
    embeds: true,
    methods: METHODS_OF_GO,
    functions: FUNCTIONS_OF_GO,
    isTrial: (file) => {
      const folder = posix.dirname(file);
      return forTests.has(folder) || (OF_TESTS.test(folder) && importsTesting(modules.get(file)));
    },
  };
}

const importsTesting = (form: ModuleForm | undefined): boolean => form?.imports.includes('testing') === true;

/** Packages of Go that make tests: of their files, those of tests left out, many import what only tests need. */
function foldersForTests(modules: Modules): ReadonlySet<string> {
  const counts = new Map<string, { all: number; testing: number }>();
  for (const [file, form] of modules) {
    if (file.endsWith('_test.go')) continue;
    const count = counts.get(posix.dirname(file)) ?? { all: 0, testing: 0 };
    counts.set(posix.dirname(file), {
      all: count.all + 1,
      testing: count.testing + (importsTesting(form) ? 1 : 0),
    });
  }
  const isForTests = ({ all, testing }: { all: number; testing: number }) => testing > 2 && testing * 3 >= all;
  return new Set([...counts].filter(([, count]) => isForTests(count)).map(([folder]) => folder));
}

/** Packages that only tests import: `httptest`, `testutil`. */
const OF_TESTS = /test(?:ing|s|util|utils|helpers?)?$/i;

/** A file that others include: what is static in it is known in each of them. */
const HEADER = /\.(?:h|hh|hpp|hxx|ipp|tpp|inl|inc)$/i;

/**
 * Functions, types and variables are known in all files by their names, but for those that are static. Methods belong
 * to their class wherever they stand. Rows name those of C, C++ and libraries `c.name`.
 */
export function cOf(modules: Modules): LanguageOfTarget {
  const methods = new Map<string, ClassForm['methods'][number][]>();
  const declared = new Map<string, ModuleForm[]>();
  const each = [...modules].flatMap(([file, form]) => form.exports.map((exported) => ({ file, form, ...exported })));
  for (const { name = '', value } of each) {
    if (!name.startsWith('method ') || value.kind !== 'function') continue;
    const [type, method] = splitAt(name.slice('method '.length), '.');
    const known = methods.get(type) ?? [];
    methods.set(type, [...known, { name: method, function: value.function, isStatic: false }]);
  }
  for (const { name = '', value, file, form } of each) {
    const isOwn = name.startsWith('static ') && !HEADER.test(file);
    const plain = name.replace(/^static /, '');
    const key = isOwn ? `${file} ${plain}` : plain;
    const own = (plain.startsWith('type ') && methods.get(plain.slice('type '.length))) || [];
    const whole: Expression =
      value.kind === 'class' && own.length > 0
        ? { ...value, class: { ...value.class, methods: [...value.class.methods, ...own] } }
        : value;
    const found = { ...form, main: { ...form.main, body: [] }, exports: [{ name: 'default', value: whole }] };
    declared.set(key, [...(declared.get(key) ?? []), found]);
  }
  return {
    resolve: (file, module) => {
      const found = declared.get(`${file} ${module}`) ?? declared.get(module);
      return found && nearest(found, file);
    },
    pathOf: (module) => `c.${splitAt(module, ' ')[1]}`,
    hasScripts: true,
    hasMemory: true,
  };
}

function splitAt(text: string, separator: string): [string, string] {
  const place = text.indexOf(separator);
  return [text.slice(0, place), text.slice(place + 1)];
}

/** More files than these are not told apart: none of them is looked at. */
const MAX_INCLUDED = 6;

/** The files that a path may lead to, with a {@link GAP} for each part of it that is not known. */
function includedFiles(files: readonly string[], file: string, path: string): readonly string[] {
  const parts = path.split(GAP);
  const ending = posix.normalize(parts.at(-1)!).replace(/^(?:\.{0,2}\/)+/, '');
  if (parts.length === 1) {
    const near = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path);
    if (files.includes(near)) return [near];
  }
  if (parts.length === 1 || (parts.length === 2 && ending.length > '.php'.length)) {
    const found = files.filter((name) => name === ending || name.endsWith(`/${ending}`));
    return found.length === 1 ? found : [];
  }
  // Only the name within a folder is not known: a page that chooses one of its parts.
  const folder = posix.dirname(`${parts.at(-2)!}x`).replace(/^(?:\.{0,2}\/)+/, '');
  if (folder === '.' || folder === '') return [];
  const found = files.filter(
    (name) => `/${posix.dirname(name)}`.endsWith(`/${folder}`) && name.endsWith(parts.at(-1)!),
  );
  return found.length <= MAX_INCLUDED ? found : [];
}
