import { parser } from 'sax';
import { Unreadable } from '../../kit/per-file';
import type { Expression, ModuleForm } from '../ir';

/** A component that a manifest declares. */
interface Component {
  /** As it is written: `.ui.MainActivity`. */
  readonly name: string;
  /** Other apps may start it. */
  readonly isOpen: boolean;
}

const COMPONENTS: ReadonlySet<string> = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);
const MAX_DEPTH = 100;

interface Declared {
  readonly names: readonly string[];
  readonly exported: string | undefined;
  hasFilter: boolean;
}

/**
 * The components that an `AndroidManifest.xml` declares. The parser is strict: it expands no entities that the file
 * declares, and ends at the first error.
 * @throws Unreadable
 */
export function componentsIn(manifest: string): readonly Component[] {
  const reader = parser(true);
  const found: Declared[] = [];
  const path: string[] = [];
  let open: Declared | undefined;
  const onopentag = ({ name, attributes }: { name: string; attributes: Readonly<Record<string, unknown>> }) => {
    path.push(name);
    if (path.length > MAX_DEPTH) throw new Unreadable(`nested more than ${MAX_DEPTH} levels deep`);
    const text = (key: string): string | undefined => {
      const value = attributes[`android:${key}`];
      return typeof value === 'string' ? value : undefined;
    };
    if (path.length === 3 && COMPONENTS.has(name)) {
      // An app that may start an alias starts its target.
      const names = [text('name'), text('targetActivity')].filter((each) => each !== undefined);
      open = { names, exported: text('exported'), hasFilter: false };
      found.push(open);
    } else if (name === 'intent-filter' && open) open.hasFilter = true;
  };
  const onclosetag = () => {
    if (path.length === 3) open = undefined;
    path.pop();
  };
  const onerror = (error: Error) => {
    throw new Unreadable(`no XML: ${error.message.split('\n')[0]}`);
  };
  Object.assign(reader, { onopentag, onclosetag, onerror }).write(manifest).close();
  return found.flatMap((each) => each.names.map((name) => ({ name, isOpen: isOpen(each) })));
}

/** A component is open if it says so or, where it says nothing, if it has a filter. A resource may say anything. */
const isOpen = ({ exported, hasFilter }: Declared): boolean =>
  exported === undefined ? hasFilter : exported !== 'false';

/**
 * The files whose components no other app may start: only the program itself sends them intents. A file with one that
 * is open is left out, and so is one whose component another class extends: the code may run in that, too.
 */
export function filesOfOwnComponents(
  manifests: Iterable<readonly Component[]>,
  modules: Iterable<ModuleForm>,
): ReadonlySet<string> {
  const components = [...manifests].flat();
  const closed = new Set<string>();
  if (components.every(({ isOpen }) => isOpen)) return closed;
  const forms = [...modules];
  const bases = new Set(forms.flatMap(({ classes }) => classes.flatMap((each) => each.bases.flatMap(simpleName))));
  const bySimpleName = new Map<string, Component[]>();
  for (const each of components) {
    const name = simple(qualified(each.name));
    bySimpleName.set(name, [...(bySimpleName.get(name) ?? []), each]);
  }
  for (const { file, classes, packageName = '' } of forms) {
    const declared = classes.flatMap(({ name }) =>
      (bySimpleName.get(name) ?? []).filter((each) => isNamed(`${packageName}.${name}`, qualified(each.name))),
    );
    const isExtended = classes.some(({ name }) => bases.has(name));
    if (declared.length > 0 && !isExtended && !declared.some((each) => each.isOpen)) closed.add(file);
  }
  return closed;
}

/** The name of the file's own class, without the package that another file gives: `.ui.Main`, `com.shop.ui.Main`. */
function qualified(name: string): string {
  const outer = name.replace(/\$[^{].*$/, '').replace(/^\$\{[^{}]*\}/, '');
  return outer.includes('.') ? outer : `.${outer}`;
}

const simple = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const isNamed = (whole: string, name: string): boolean =>
  name.startsWith('.') ? whole.endsWith(name) : whole === name;

function simpleName(base: Expression): string[] {
  if (base.kind === 'import') return [base.name ?? simple(base.module)];
  return base.kind === 'global' || base.kind === 'field' || base.kind === 'own' ? [base.name] : [];
}
