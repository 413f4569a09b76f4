import type { Node } from 'yaml';
import { visit } from 'yaml';
import type { Source } from '../../infrastructure/source';
import { isSecret } from '../../infrastructure/secrets';
import { at, entriesOf, itemsOf, textOf, valueOf } from '../../kit/yaml-tree';
import { labelsAt, podLabels } from '../mistakes/pod-mistakes';
import { type Manifest, PODS, manifestsIn } from '../objects';

type Labels = ReadonlyMap<string, string>;

/** A Secret that a pod is given: one key of it, or all. */
interface GivenSecret {
  readonly name: string;
  readonly key?: string;
}

/** The way from outside to a Secret, as one file has parts of it. */
export interface Openings {
  /** Pods with the names of the Secrets that they are given. */
  readonly readers: readonly { readonly labels: Labels; readonly secrets: readonly GivenSecret[] }[];
  readonly services: readonly { readonly name: string; readonly selector: Labels }[];
  /** The names of services to which an Ingress or a Route leads, or which are a load balancer themselves. */
  readonly opened: readonly string[];
}

export const CLOSED: Openings = { readers: [], services: [], opened: [] };

export function openingsIn(sources: readonly Source[]): Openings {
  const manifests = sources.flatMap((source) => manifestsIn(source, false));
  return {
    readers: manifests.flatMap((manifest) => {
      const path = Object.hasOwn(PODS, manifest.kind) ? PODS[manifest.kind]! : undefined;
      const labels = podLabels(manifest);
      if (path === undefined || labels === undefined || labels.size === 0) return [];
      return [{ labels, secrets: secretsOf(manifest, at(manifest.source.tree, manifest.root, ...path)) }];
    }),
    services: manifests.flatMap(({ kind, name, source, root }) => {
      const selector = kind === 'Service' ? labelsAt(source, at(source.tree, root, 'spec', 'selector')) : undefined;
      return selector === undefined || selector.size === 0 ? [] : [{ name, selector }];
    }),
    opened: sources.flatMap(openedBy),
  };
}

function secretsOf({ source: { tree } }: Manifest, pod: Node | undefined): GivenSecret[] {
  const found: GivenSecret[] = [];
  const add = (name: string | undefined, key?: string) => {
    if (name !== undefined) found.push(key === undefined ? { name } : { name, key });
  };
  if (pod !== undefined)
    visit(pod, {
      Map(_, map) {
        const one = at(tree, map, 'secretKeyRef');
        add(textOf(at(tree, one, 'name')), textOf(at(tree, one, 'key')));
        add(textOf(at(tree, map, 'secretRef', 'name')));
        add(textOf(at(tree, map, 'secret', 'secretName')));
      },
    });
  return found;
}

/** Annotations by which a cloud gives a service an address of its own network only. */
const INTERNAL = /load-?balancer[\w.-]*(?:internal|type|scheme)|ingress\.class$/i;

/** Whether only the network of the cloud reaches a service or an Ingress. */
function isInternal({ tree }: Source, root: Node | undefined): boolean {
  return entriesOf(tree, at(tree, root, 'metadata', 'annotations')).some(
    ({ key, value }) => INTERNAL.test(key) && /^true$|internal/i.test(String(valueOf(value) ?? '')),
  );
}

function openedBy(source: Source): string[] {
  const { tree } = source;
  const { root } = tree;
  if (root !== undefined && isInternal(source, root)) return [];
  const spec = at(tree, root, 'spec');
  switch (textOf(at(tree, root, 'kind'))) {
    case 'Service':
      return textOf(at(tree, spec, 'type')) === 'LoadBalancer' ? named(at(tree, root, 'metadata', 'name')) : [];
    case 'Route':
      return named(at(tree, spec, 'to', 'name'));
    case 'Ingress':
      return itemsOf(tree, at(tree, spec, 'rules'))
        .flatMap((rule) => itemsOf(tree, at(tree, rule, 'http', 'paths')))
        .flatMap((path) =>
          named(at(tree, path, 'backend', 'service', 'name') ?? at(tree, path, 'backend', 'serviceName')),
        );
    default:
      return [];
  }
}

const named = (node: Node | undefined): string[] => [textOf(node)].filter((name) => name !== undefined);

/** `ADMIN_PASSWORD`, `keycloak-admin-password`, `rootPassword` */
const OF_ADMINISTRATOR = /(?:^|[^a-z])(?:admin|administrator|root)(?:[-_.]?user)?[-_.]?(?:password|passwd|pwd)$/i;
const SHORTEST = 3;

/** The key of a Secret under which the password of an administrator is written. */
export function writtenPasswordOf({ source: { tree }, root }: Manifest): Node | undefined {
  const decoded = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  return [['data', decoded] as const, ['stringData', (text: string) => text] as const]
    .flatMap(([map, read]) => entriesOf(tree, at(tree, root, map)).map((entry) => ({ ...entry, read })))
    .find(({ key, value, read }) => {
      const text = textOf(value);
      return text !== undefined && OF_ADMINISTRATOR.test(key) && isSecret(read(text), SHORTEST);
    })?.keyNode;
}

/** The service by which somebody outside reaches the pods that have a key of a Secret. */
export function serviceBefore(
  { name: secret, key: written }: Required<GivenSecret>,
  { readers, services, opened }: Openings,
): string | undefined {
  const isRead = ({ name, key = written }: GivenSecret): boolean => name === secret && key === written;
  const labels = readers.filter(({ secrets }) => secrets.some(isRead)).map((each) => each.labels);
  return services.find(
    ({ name, selector }) =>
      opened.includes(name) && labels.some((own) => [...selector].every(([key, value]) => own.get(key) === value)),
  )?.name;
}
