import { counted } from '@assay/kernel';
import { posix } from 'node:path';
import { type SAXOptions, parser } from 'sax';
import { Unreadable } from '../../kit/per-file';
import type { LockedDependency, LockfileReader } from './lockfile';

const DEEPEST = 100;
const HOPS = 10;

interface Declared {
  readonly line: number;
  readonly isManaged: boolean;
  groupId?: string;
  artifactId?: string;
  version?: string;
  scope?: string;
}

/**
 * pom.xml: its direct dependencies, if properties and dependencyManagement of the file or of its parents in the target
 * give the version. A version set by a parent elsewhere, a bill of materials or another package is unknown, because
 * those files are not on the worker.
 */
export const mavenPom: LockfileReader = {
  reads: (name) => name === 'pom.xml',
  above(text, path) {
    const { properties } = readPom(text);
    const written = properties.get('project.parent.relativePath') ?? '../pom.xml';
    if (written === '' || !properties.has('project.parent.artifactId')) return undefined;
    return posix.join(posix.dirname(path), written.endsWith('.xml') ? written : `${written}/pom.xml`);
  },
  read(text, _beside, above = []) {
    const poms = withParents(readPom(text), above);
    // The names of the project itself are those of the lowest file, also where a parent uses them.
    const properties = new Map(poms.toReversed().flatMap((each) => [...each.properties]));
    const filled = (each: Declared): Declared => ({
      ...each,
      groupId: fill(each.groupId, properties),
      artifactId: fill(each.artifactId, properties),
      version: fill(each.version, properties),
    });
    const nameOf = (each: Declared) => `${each.groupId}:${each.artifactId}`;
    const managed = new Map(
      poms
        .toReversed()
        .flatMap(({ declared }) => declared.filter(({ isManaged }) => isManaged).map(filled))
        .map((each) => [nameOf(each), each]),
    );
    // A parent's own dependencies belong to its own file.
    const asked = poms[0]!.declared.filter(({ isManaged }) => !isManaged).map(filled);
    let unknown = 0;
    const dependencies = asked.flatMap((each): LockedDependency[] => {
      const name = nameOf(each);
      const version = each.version ?? managed.get(name)?.version;
      const scope = each.scope ?? managed.get(name)?.scope;
      // A range such as `[1.0,2.0)` is not resolved here. `[1.0]` is an exact version.
      const exact = version === undefined ? undefined : (/^\[([^,[\]()]+)\]$/.exec(version)?.[1] ?? version);
      if (exact === undefined || /[[\](),${}]/.test(exact)) {
        unknown += 1;
        return [];
      }
      return [
        {
          key: `${name}:${each.line}`,
          name,
          version: exact,
          line: each.line,
          needs: [],
          root: scope === 'test' ? 'development' : 'use',
        },
      ];
    });
    const open = unknown === 0 ? '' : `${counted(unknown, 'version')} that another file decides, and `;
    const leftOut = asked.length !== 0 && { leftOut: `not known from it: ${open}what its dependencies need` };
    return { ecosystem: { name: 'Maven' }, knowsPaths: true, dependencies, ...leftOut };
  },
};

interface Pom {
  readonly declared: readonly Declared[];
  readonly properties: ReadonlyMap<string, string>;
}

/** The file and its parents, from the lowest up. Maven ignores a file in the parent's place that is another project. */
function withParents(own: Pom, above: readonly string[]): Pom[] {
  const poms = [own];
  for (const text of above) {
    const parent = readPom(text);
    const asked = poms.at(-1)!.properties.get('project.parent.artifactId');
    if (parent.properties.get('project.artifactId') !== asked) break;
    poms.push(parent);
  }
  return poms;
}

/** @throws Unreadable */
function readPom(text: string): Pom {
  const reader = parser(true, { position: true, strictEntities: true } as SAXOptions);
  const path: string[] = [];
  const declared: Declared[] = [];
  const properties = new Map<string, string>();
  let content = '';
  const onopentag = ({ name }: { readonly name: string }) => {
    path.push(name);
    content = '';
    if (path.length > DEEPEST) throw new Unreadable(`nested more than ${DEEPEST} levels deep`);
    const place = path.join('/');
    const isManaged = place === 'project/dependencyManagement/dependencies/dependency';
    if (isManaged || place === 'project/dependencies/dependency') declared.push({ line: reader.line + 1, isManaged });
  };
  const ontext = (part: string) => {
    content += part;
  };
  const onclosetag = () => {
    const place = path.join('/');
    const value = content.trim();
    const name = path.at(-1)!;
    const field = /^project\/(?:dependencyManagement\/)?dependencies\/dependency\/(groupId|artifactId|version|scope)$/;
    const [, key] = field.exec(place) ?? [];
    if (key !== undefined) declared.at(-1)![key as 'groupId' | 'artifactId' | 'version' | 'scope'] = value;
    else if (path.length === 3 && path[1] === 'properties') properties.set(name, value);
    else if (path.length === 2 && /^(?:groupId|version|artifactId)$/.test(name))
      properties.set(`project.${name}`, value);
    else if (path.length === 3 && path[1] === 'parent') {
      properties.set(`project.parent.${name}`, value);
      if (!properties.has(`project.${name}`)) properties.set(`project.${name}`, value);
    }
    path.pop();
    content = '';
  };
  const onerror = (error: Error) => {
    throw new Unreadable(`no XML: ${error.message.split('\n')[0]}`);
  };
  Object.assign(reader, { onopentag, ontext, onclosetag, onerror });
  reader.write(text).close();
  return { declared, properties };
}

const LONGEST = 300;

/** Replaces `${name}` by properties of the file, up to a few levels; undefined if a property is missing. */
function fill(text: string | undefined, properties: ReadonlyMap<string, string>): string | undefined {
  let filled = text;
  for (let hop = 0; hop < HOPS && filled?.includes('${') && filled.length <= LONGEST; hop += 1)
    filled = filled.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => properties.get(name) ?? whole);
  return filled === undefined || filled.includes('${') || filled.length > LONGEST ? undefined : filled;
}
