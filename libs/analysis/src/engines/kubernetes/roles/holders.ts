import { posix } from 'node:path';
import type { Node } from 'yaml';
import { MistakesFound, type Mistakes, knownText } from '../mistakes/found';
import type { Manifest } from '../objects';
import { at, itemsOf, textOf } from '../../kit/yaml-tree';
import { hasNameOfOwner } from '../../kit/own-organisation';
import type { Facts, Use } from './facts';
import { serviceBefore, writtenPasswordOf } from './openings';
import type { OwnImages } from './own-images';
import { ADMINISTERS } from './powers';

/** Who owns the project, as far as that is known: images of its own are no images of others. */
export interface Owners {
  readonly owners: ReadonlySet<string>;
  readonly likely: ReadonlyMap<string, string>;
}

/** Where a binding names its role. */
interface Reference {
  readonly file: string;
  readonly node: Node | undefined;
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** Namespaces in which programs of many run, so that its default account is that of all of them. */
const SHARED = new Set(['kube-system', 'default', 'kube-public']);
/** Kubebuilder's name for the namespace of one operator and its sidecars. Kustomize replaces it. */
const OF_OPERATOR = 'system';

/** Tells what the files of a target say of those who have a role of the cluster. */
export class Holders {
  constructor(
    private readonly facts: readonly Facts[],
    private readonly owners: Owners | undefined,
    private readonly ownImages?: OwnImages,
  ) {}

  /** The reasons for which a binding is graver than its role by itself, or a Secret than what it holds. */
  evidence(manifest: Manifest): Mistakes {
    return manifest.kind === 'Secret' ? this.ofSecret(manifest) : this.ofBinding(manifest);
  }

  private ofSecret(secret: Manifest): Mistakes {
    const { source, root } = secret;
    const found = new MistakesFound(source);
    const password = writtenPasswordOf(secret);
    const folder = posix.dirname(source.placeOf(root).file);
    if (password === undefined) return found.all;
    const near = this.facts.filter(({ file }) => posix.dirname(file) === folder).map(({ openings }) => openings);
    const key = textOf(password) ?? '';
    const service = serviceBefore(
      { name: secret.name, key },
      {
        readers: near.flatMap(({ readers }) => readers),
        services: near.flatMap(({ services }) => services),
        opened: near.flatMap(({ opened }) => opened),
      },
    );
    if (service !== undefined) found.add('openService', service, password);
    return found.all;
  }

  private ofBinding(binding: Manifest): Mistakes {
    const { source, root, kind } = binding;
    const found = new MistakesFound(source);
    const role = knownText(source, root, 'roleRef', 'name');
    if (kind !== 'ClusterRoleBinding' || role === undefined) return found.all;
    const { file } = source.placeOf(root);
    if (IS_TRIED.test(file)) return found.all;
    const [power] = this.powersOf(role, file);
    if (power === undefined) return found.all;
    const reference = at(source.tree, root, 'roleRef', 'name');
    for (const node of itemsOf(source.tree, at(source.tree, root, 'subjects')).slice(0, MOST_SUBJECTS))
      this.addOf(subjectOf(binding, node), power, { file, node: reference }, found);
    return found.all;
  }

  private addOf(subject: Subject | undefined, power: string, { file, node }: Reference, found: MistakesFound): void {
    if (subject === undefined) return;
    if (subject.kind === 'User' && power === ADMINISTERS) {
      const written = this.facts.find((each) => isNear(each.file, file) && each.hashedUsers.includes(subject.name));
      if (written !== undefined) found.add('writtenUser', `${subject.name}: ${written.file}`, node);
    }
    if (subject.kind !== 'ServiceAccount') return;
    if (subject.name === 'default') {
      if (this.isShared(subject.namespace)) found.add('defaultAccount', `${power}: ${subject.namespace}`, node);
      return;
    }
    for (const use of this.usesOf(subject, file)) {
      if (use.runner !== undefined && this.takesPulls(use.runner)) found.add('runner', `${power}: ${use.runner}`, node);
      const image = use.images.find((each) => this.isOfOthers(each));
      if (image !== undefined && power !== RUNS_COMMANDS) found.add('image', `${power}: ${image}`, node);
    }
  }

  /** The gravest first. A role may be given in several places: it counts what all near ones allow. */
  private powersOf(role: string, file: string): readonly string[] {
    if (role === 'cluster-admin') return [ADMINISTERS];
    const named = this.facts.flatMap((each) =>
      each.roles.filter(({ name }) => name === role).map(({ powers }) => ({ powers, in: each.file })),
    );
    const near = [(each: string) => each === file, (each: string) => isNear(each, file)]
      .map((isMeant) => named.filter((each) => isMeant(each.in)))
      .find((each) => each.length > 0);
    const [first, ...others] = near ?? (named.length === 1 ? named : []);
    return first?.powers.filter((power) => others.every(({ powers }) => powers.includes(power))) ?? [];
  }

  private usesOf({ name, namespace }: Subject, file: string): Use[] {
    return this.facts.flatMap((each) =>
      each.uses
        .filter((use) => use.account === name && (use.namespace ?? namespace) === (namespace ?? use.namespace))
        .filter((use) => (use.namespace !== undefined && namespace !== undefined) || isNear(each.file, file)),
    );
  }

  /** Whether more than one program of the target runs as the default account of a namespace, or such of anybody do. */
  private isShared(namespace: string | undefined): boolean {
    if (namespace === undefined) return false;
    if (SHARED.has(namespace)) return true;
    if (namespace === OF_OPERATOR) return false;
    const programs = this.facts.flatMap(({ uses }) =>
      uses.filter((use) => use.account === 'default' && use.namespace === namespace),
    );
    return new Set(programs.flatMap(({ images }) => images.map(nameOfImage))).size > 1;
  }

  private takesPulls(runner: string): boolean {
    return this.facts.some(({ runnersOfPulls }) =>
      runnersOfPulls.some((pattern) => pattern.test(runner.slice(0, 100))),
    );
  }

  /** Whether others decide tomorrow what an image is: they own it, and its tag moves. */
  private isOfOthers(image: string): boolean {
    if (!CHANGING.test(image)) return false;
    const owner = ownerOfImage(image);
    const { owners, likely } = this.owners ?? NO_OWNERS;
    if (owner === undefined || owners.has(owner) || likely.has(owner) || hasNameOfOwner(owner, owners)) return false;
    const name = nameOfImage(image);
    return (
      !this.facts.some(({ replacedImages }) => replacedImages.includes(name)) && this.ownImages?.has(name) !== true
    );
  }
}

const NO_OWNERS: Owners = { owners: new Set(), likely: new Map() };
const MOST_SUBJECTS = 50;
/** Folders of what developers and readers try on a cluster of their own. */
const IS_TRIED = /^hack\/|(?:^|\/)(?:examples?|samples?|demos?)\//i;
const RUNS_COMMANDS = 'run commands in every pod';

function subjectOf({ source }: Manifest, node: Node): Subject | undefined {
  const kind = knownText(source, node, 'kind');
  const name = knownText(source, node, 'name') ?? placeholderIn(textOf(at(source.tree, node, 'name')));
  const written = at(source.tree, node, 'namespace');
  const namespace = knownText(source, written);
  if (kind === undefined || name === undefined || (written !== undefined && namespace === undefined)) return undefined;
  return { kind, name, namespace };
}

/** A name that a kustomization of Flux fills: `runner-${CLUSTER}` is the same wherever it stands. */
const placeholderIn = (name: string | undefined): string | undefined =>
  name !== undefined && /^[\w.-]*\$\{\w+\}[\w.-]*$/.test(name) ? name : undefined;

/** Whether one file lies in the folder of the other, or below it. */
function isNear(one: string, other: string): boolean {
  const [folder, otherFolder] = [one, other].map((file) => `${posix.dirname(file)}/`.replace(/^\.\//, ''));
  return folder!.startsWith(otherFolder!) || otherFolder!.startsWith(folder!);
}

const CHANGING = /^[\w./-]+(?::\d+\/[\w./-]+)?(?::(?:latest|main|master|edge|nightly|dev|develop|stable))?$/;

/** Without tag and digest. */
const nameOfImage = (image: string): string => image.replace(/@.*$/s, '').replace(/:[^:/]*$/, '');

/** The user or organisation at the registry; images of the registry itself have none. */
function ownerOfImage(image: string): string | undefined {
  const parts = nameOfImage(image).split('/');
  // The registry of the cluster itself has what its own people push.
  if (/\.svc(?::\d+)?$/.test(parts[0]!)) return undefined;
  if (parts.length > 1 && /[.:]|^localhost$/.test(parts[0]!)) parts.shift();
  return parts.length > 1 ? parts[0]!.toLowerCase() : undefined;
}
