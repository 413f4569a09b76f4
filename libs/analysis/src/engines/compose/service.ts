import type { Node } from 'yaml';
import { type YamlTree, at, entriesOf, itemsOf, textOf, valueOf } from '../kit/yaml-tree';

/** The name of an image: `traefik`, of `docker.io/library/traefik:v3@sha256:…`. */
export const imageName = (tree: YamlTree, service: Node): string =>
  (textOf(at(tree, service, 'image')) ?? '').replace(/@.*$/, '').replace(/^.*\//, '').replace(/:.*$/, '');

export const listOf = (tree: YamlTree, service: Node, key: string): readonly Node[] =>
  itemsOf(tree, at(tree, service, key)).filter((item): item is Node => item !== undefined);

/** A variable of the environment, with its place. */
export interface Variable {
  readonly value: string;
  readonly node: Node;
}

/** The environment of a service, which is a map or a list of `NAME=value`. */
export function environmentOf(tree: YamlTree, service: Node): ReadonlyMap<string, Variable> {
  const environment = at(tree, service, 'environment');
  const written = entriesOf(tree, environment).map(
    ({ key, keyNode, value }) => [key, { value: String(valueOf(value) ?? ''), node: keyNode }] as const,
  );
  const listed = itemsOf(tree, environment).flatMap((node) => {
    const [, name, value = ''] = /^([^=]+)=?(.*)$/s.exec(textOf(node) ?? '') ?? [];
    return name === undefined ? [] : [[name, { value, node }] as const];
  });
  return new Map([...written, ...listed]);
}

/** Where a variable may be the port alone: its name says so. */
const PORT_VARIABLE = /\$\{?\w*PORT(?::?-\d+)?\}?(?=:)/gi;

/**
 * The port of the container that an item of `ports` opens on every interface of the host; undefined where it opens none
 * so.
 * @param options `byName`: a variable that is called a port has no address in it
 */
export function openPort(tree: YamlTree, item: Node, { byName = false } = {}): string | undefined {
  const written = textOf(item);
  const text = byName ? written?.replace(PORT_VARIABLE, '1') : written;
  // The variable's value may include an address.
  if (text?.includes('$')) return undefined;
  const short = text?.replace(/\/(?:tcp|udp)$/, '').split(':');
  const [target, host] = short
    ? [short.at(-1)!, short.length > 2 ? short[0] : undefined]
    : [textOf(at(tree, item, 'target')), textOf(at(tree, item, 'host_ip'))];
  const isPublished = short ? short.length > 1 : at(tree, item, 'published') !== undefined;
  return isPublished && (host === undefined || host === '0.0.0.0') ? target : undefined;
}
