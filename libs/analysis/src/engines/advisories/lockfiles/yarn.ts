import { Unreadable } from '../../kit/per-file';
import { at, entriesOf, parseYaml, textOf } from '../../kit/yaml-tree';
import type { LockedDependency, Lockfile, LockfileReader } from './lockfile';

/** yarn.lock of version 1, and of Yarn 2 and later, which is YAML. */
export const yarnLock: LockfileReader = {
  reads: (name) => name === 'yarn.lock',
  read: (text) => (/^__metadata:/m.test(text) ? readBerry(text) : readClassic(text)),
};

interface Block {
  readonly line: number;
  readonly descriptors: readonly string[];
  version?: string;
  resolved?: string;
  readonly needs: string[];
}

/** Reads version 1. A block begins with the requests for the package: `name@range, name@other:`. */
function readClassic(text: string): Lockfile {
  const blocks: Block[] = [];
  let isInNeeds = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.length > 20_000) throw new Unreadable(`line ${index + 1} is longer than 20,000 characters`);
    const block = blocks.at(-1);
    if (/^[^\s#].*:$/.test(line)) {
      const descriptors = line
        .slice(0, -1)
        .split(', ')
        .map((each) => unquoted(each));
      blocks.push({ line: index + 1, descriptors, needs: [] });
      isInNeeds = false;
    } else if (block && /^ {2}\S/.test(line)) {
      isInNeeds = /^ {2}(?:dependencies|optionalDependencies):$/.test(line);
      const [, key, value] = /^ {2}"?(version|resolved)"? (.+)$/s.exec(line) ?? [];
      if (key !== undefined) block[key as 'version' | 'resolved'] = unquoted(value!);
    } else if (block && isInNeeds) {
      const [, name, range] = /^ {4}("[^"]+"|\S+) (.+)$/.exec(line) ?? [];
      if (name !== undefined) block.needs.push(`${unquoted(name)}@${unquoted(range!)}`);
    }
  }
  const keys = new Map(
    blocks.flatMap(({ descriptors }) => descriptors.map((each) => [each, descriptors[0]!] as const)),
  );
  const dependencies = blocks.flatMap(({ line, descriptors, version, resolved, needs }): LockedDependency[] => {
    const { name, range } = askedBy(descriptors[0]!);
    if (name === undefined || version === undefined || !isRelease(resolved ?? range)) return [];
    return [{ key: descriptors[0]!, name, version, line, needs: needs.flatMap((each) => keys.get(each) ?? []) }];
  });
  return { ecosystem: { name: 'npm' }, knowsPaths: true, dependencies };
}

/** `name@^1`, `alias@npm:name@^1`, `alias@npm:name`, `name@https://host/name.tgz`. */
function askedBy(descriptor: string): { readonly name: string | undefined; readonly range: string } {
  const [, asked, behind = ''] = /^(@?[^@]+)@(.*)$/s.exec(descriptor) ?? [];
  const [, name, range = ''] = /^npm:(@?[^@]+)(?:@(.*))?$/s.exec(behind) ?? [];
  // In `name@npm:^1`, the text after `npm:` is a range, not another name.
  const isRange = name === undefined || /^(?:[~^<>=*]|v?\d)/.test(name);
  return isRange ? { name: asked, range: behind.replace(/^npm:/, '') } : { name, range };
}

/**
 * Whether it is an archive of a registry or a mirror, or a range if the lockfile leaves addresses out. A source in git,
 * in a folder or behind a link is no release.
 */
function isRelease(source: string): boolean {
  if (/^https?:\/\//.test(source)) return !/^https?:\/\/codeload\./.test(source) && !/\.git(?:#|$)/.test(source);
  return /\.t(?:ar\.)?gz(?:#|$)/.test(source) || !/[:/]/.test(source);
}

const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/s, '$1');

function readBerry(text: string): Lockfile {
  const [tree] = parseYaml(text);
  const entries = entriesOf(tree!, tree!.root).filter(({ key }) => key !== '__metadata');
  const keys = new Map<string, string>();
  for (const { key } of entries) for (const descriptor of key.split(', ')) keys.set(descriptor, key);
  const found = (name: string, range: string) =>
    keys.get(`${name}@${range}`) ?? keys.get(`${name}@npm:${range}`) ?? keys.get(`${name}@workspace:${range}`);
  const needsOf = (value: unknown) =>
    entriesOf(tree!, at(tree!, value, 'dependencies')).flatMap(
      (need) => found(need.key, textOf(need.value) ?? '') ?? [],
    );
  const projects = entries.filter(({ value }) =>
    (textOf(at(tree!, value, 'resolution')) ?? '').includes('@workspace:'),
  );
  const roots = new Set(projects.flatMap(({ value }) => needsOf(value)));
  const dependencies = entries.flatMap(({ key, keyNode, value }): LockedDependency[] => {
    const [, name, source = ''] = /^(@?[^@]+)@(.*)$/s.exec(textOf(at(tree!, value, 'resolution')) ?? '') ?? [];
    const version = textOf(at(tree!, value, 'version'));
    if (name === undefined || version === undefined) return [];
    if (!/^(?:npm|patch):/.test(source) && !(/^https?:/.test(source) && isRelease(source))) return [];
    return [
      {
        key,
        name,
        version,
        line: tree!.lineOf(keyNode),
        needs: needsOf(value),
        ...(roots.has(key) && { root: 'use' as const }),
      },
    ];
  });
  return { ecosystem: { name: 'npm' }, knowsPaths: true, dependencies };
}
