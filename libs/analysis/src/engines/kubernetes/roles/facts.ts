import { posix } from 'node:path';
import { type Node, isMap, visit } from 'yaml';
import type { Source } from '../../infrastructure/source';
import { at, entriesOf, itemsOf, textOf } from '../../kit/yaml-tree';
import { workflowOf } from '../../kit/workflows/workflow';
import { manifestsIn } from '../objects';
import { type Openings, openingsIn } from './openings';
import { ownRunnersOf } from './own-runners';
import { powersOf } from './powers';

/** A role of the cluster with its grave powers. */
interface Role {
  readonly name: string;
  readonly powers: readonly string[];
}

/** Pods that run as an account. */
export interface Use {
  readonly account: string;
  /** Undefined where the file does not say it. */
  readonly namespace: string | undefined;
  readonly images: readonly string[];
  /** The name of the runners that run jobs as the account; undefined for other pods. */
  readonly runner: string | undefined;
}

/** The roles in a file, and those who may hold one. */
export interface Facts {
  readonly file: string;
  readonly roles: readonly Role[];
  readonly uses: readonly Use[];
  /** The users of which a Secret has the hash of their password. */
  readonly hashedUsers: readonly string[];
  /** Files that a kustomization makes a Secret of users and hashes of. */
  readonly userFiles: readonly string[];
  /** Images that a kustomization gives another tag or a digest. */
  readonly replacedImages: readonly string[];
  readonly openings: Openings;
  /** How a workflow names the own runners on which pull requests of anybody run. */
  readonly runnersOfPulls: readonly RegExp[];
}

export function factsIn(file: string, sources: readonly Source[]): Facts {
  return {
    file,
    roles: sources
      .flatMap((source) => manifestsIn(source, false))
      .filter(({ kind }) => kind === 'ClusterRole')
      .map((manifest) => ({ name: manifest.name, powers: powersOf(manifest) }))
      .filter(({ powers }) => powers.length > 0),
    uses: sources.flatMap(usesIn),
    hashedUsers: sources.flatMap(hashedUsersIn),
    userFiles: sources.flatMap((source) => userFilesIn(posix.dirname(file), source)),
    replacedImages: sources.flatMap(replacedIn),
    openings: openingsIn(sources),
    runnersOfPulls: sources.flatMap(({ tree }) => {
      const workflow = workflowOf(tree);
      return workflow === undefined ? [] : ownRunnersOf(workflow);
    }),
  };
}

/** Kinds of objects that start runners, of the controllers that GitHub and others have for them. */
const RUNNERS = new Set(['Runner', 'RunnerDeployment', 'RunnerSet', 'RunnerReplicaSet', 'AutoscalingRunnerSet']);

/** Objects of any kind are read: those of other controllers have pods in them, too, and so have values of charts. */
function usesIn({ tree }: Source): Use[] {
  const { root, document } = tree;
  const kind = textOf(at(tree, root, 'kind'));
  if (kind === undefined || kind === 'ServiceAccount' || kind.endsWith('Binding')) return [];
  const namespace = textOf(at(tree, root, 'metadata', 'namespace'));
  const name = textOf(at(tree, root, 'metadata', 'name'));
  const found: { account: string; images: string[] }[] = [];
  let isRunner = RUNNERS.has(kind);
  visit(document, {
    Map(_, map) {
      if (at(tree, map, 'githubConfigUrl') !== undefined) isRunner = true;
      const images = ['containers', 'initContainers'].flatMap((list) => imagesIn(at(tree, map, list)));
      const written = at(tree, map, 'serviceAccountName') ?? at(tree, map, 'serviceAccount');
      const account = textOf(written) ?? textOf(at(tree, written, 'name'));
      if (account !== undefined) found.push({ account, images });
      else if (written === undefined && images.length > 0) found.push({ account: 'default', images });
    },
  });
  return found.map((use) => ({ ...use, namespace, runner: isRunner ? name : undefined }));

  function imagesIn(list: Node | undefined): string[] {
    return itemsOf(tree, list).flatMap((container) => textOf(at(tree, container, 'image')) ?? []);
  }
}

/** `admin:$2y$05$…` and so on: the names of users before the hashes of their passwords. */
export const usersIn = (text: string): string[] =>
  [...text.matchAll(/^([^\s:#]{1,100}):(?:\$[\w$./]{8,200}|\{SHA\}[\w+/=]{20,40})\s*$/gm)].map(([, user]) => user!);

function hashedUsersIn({ tree }: Source): string[] {
  const { root } = tree;
  if (textOf(at(tree, root, 'kind')) !== 'Secret') return [];
  const plain = textOf(at(tree, root, 'stringData', 'htpasswd')) ?? '';
  const encoded = textOf(at(tree, root, 'data', 'htpasswd')) ?? '';
  return usersIn(`${plain}\n${Buffer.from(encoded, 'base64').toString('utf8')}`);
}

const userFilesIn = (folder: string, { tree }: Source): string[] =>
  itemsOf(tree, at(tree, tree.root, 'secretGenerator'))
    .flatMap((generator) => itemsOf(tree, at(tree, generator, 'files')))
    .flatMap((file) => /^htpasswd=([^\n]{1,200})$/.exec(textOf(file) ?? '')?.[1] ?? [])
    .map((path) => posix.join(folder, path));

const replacedIn = ({ tree }: Source): string[] =>
  itemsOf(tree, at(tree, tree.root, 'images')).flatMap((image) => {
    const keys = isMap(image) ? entriesOf(tree, image).map(({ key }) => key) : [];
    const name = textOf(at(tree, image, 'name'));
    return name !== undefined && (keys.includes('newTag') || keys.includes('digest')) ? [name] : [];
  });
