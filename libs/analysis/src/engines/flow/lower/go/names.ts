import { posix } from 'node:path';
import type { Expression, Place, RoutePart, VariableId } from '../../ir';
import type { Made } from '../lowering';
import { type Ids, Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** With what the file declares for its package: functions, types, methods as `Type.method`, and variables. */
export type MadeOfGo = Made & {
  readonly exports: { name: string; value: Expression }[];
  /** The parts of its texts that may be paths of routes. */
  readonly routeParts: RoutePart[];
  /** Packages by the names that they have in the file. */
  readonly packages: Map<string, string>;
  /** Constants of the package that the file declares, by the names of their variables. */
  readonly constants: Map<VariableId, Expression>;
  /**
   * By variable: the condition that holds where it is true, or is an error that did not happen: `value, ok :=
   * map[key]`.
   */
  readonly checks: Map<VariableId, Expression>;
  /** The names of the results of functions that name them, by the scopes of the functions. */
  readonly results: WeakMap<Scope, readonly string[]>;
  /** Variables behind which a function puts something: `*name = value`, `name.field = value`, `decode(name)`. */
  readonly pointed: Set<VariableId>;
  /** Variables that are declared as texts, without a value. */
  readonly texts: Set<VariableId>;
};

/** The names that a file declares for its package; those of its other files are found by `goOf`. */
export class PackageScope extends Scope {
  private readonly declared = new Set<string>();

  constructor(
    ids: Ids,
    private readonly file: string,
  ) {
    super(ids, undefined);
    this.captured = ids.captured;
  }

  private readonly captured: Set<VariableId>;

  override declare(name: string): VariableId {
    this.declared.add(name);
    const id = `v:${folderOf(this.file)}.${name}`;
    this.captured.add(id);
    return id;
  }

  override find(name: string): { readonly id: VariableId; readonly isOuter: boolean } | undefined {
    return this.declared.has(name) ? { id: this.declare(name), isOuter: false } : undefined;
  }
}

const folderOf = (file: string): string => posix.dirname(file);

/** A name of a package, for `goOf` to find: `net/http Request`. */
export const packageName = (path: string, name: string, at: Place): Expression => ({
  kind: 'import',
  module: `${path} ${name}`,
  at,
});

/** Of the package of the file itself. */
export const ownName = (name: string, at: Place): Expression => packageName('.', name, at);

/** `import name "path"`; a package without a name of its own is called by the last part of its path. */
export function importsOf(node: Syntax): { readonly name: string; readonly path: string }[] {
  const specs = meaningful(node).flatMap((child) => (kindOf(child) === 'import_spec_list' ? meaningful(child) : child));
  return specs.flatMap((spec) => {
    const path = field(spec, 'path')?.text().slice(1, -1);
    if (path === undefined) return [];
    const written = field(spec, 'name')?.text();
    return (written === undefined ? namesOf(path) : [written]).map((name) => ({ name, path }));
  });
}

/** No package has a name with `-`: that of `git-module` is most often its first part. */
function namesOf(path: string): readonly string[] {
  const name = lastPart(path);
  return name.includes('-') ? [name, name.slice(0, name.indexOf('-'))] : [name];
}

/** `github.com/labstack/echo/v4` is called echo, `gopkg.in/yaml.v3` yaml. */
export function lastPart(path: string): string {
  const parts = path.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? path).replace(/\.v\d+$/, '').replace(/^go-|-go$/, '');
}
