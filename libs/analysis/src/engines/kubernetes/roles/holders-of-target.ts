import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePass } from '../../engine';
import { Budget } from '../../infrastructure/budget';
import { sourceOf } from '../../infrastructure/source';
import { ownershipIn } from '../../kit/own-organisation';
import { Unreadable, decodeText } from '../../kit/per-file';
import { parseYaml } from '../../kit/yaml-tree';
import { Folder } from '../helm/charts/folder';
import { type Facts, factsIn, usersIn } from './facts';
import { CLOSED } from './openings';
import { Holders } from './holders';
import { OwnImages } from './own-images';

const MAX_BYTES = 1024 * 1024;
const STEPS = 500_000;

/** A role of the cluster that somebody gets, or a password of an administrator: without one nothing else is read. */
const GRAVE = new RegExp(
  String.raw`^\s*(?:- )?["']?kind["']?\s*:\s*["']?ClusterRoleBinding\b|` +
    String.raw`(?:admin|administrator|root)[\w.-]{0,6}(?:password|passwd|pwd)["']?\s*:`,
  'im',
);
/** A file that names none of these tells nothing about the holders of roles. */
const TELLING = new RegExp(
  String.raw`\b(?:ClusterRole|serviceAccount(?:Name)?|containers|htpasswd|selector|backend|Route|newTag|digest|` +
    String.raw`pull_request(?:_target)?)\b`,
);

/**
 * Reads all files of a target for what they say of those who hold roles. Undefined where no role of the cluster is
 * given to anybody, and no password of an administrator is written.
 * @param isLeftOut templates, which are no objects by themselves
 */
export async function holdersOf(pass: EnginePass, isLeftOut: (file: string) => boolean): Promise<Holders | undefined> {
  const files = pass.files.filter(({ staged, size }) => size <= MAX_BYTES && !isLeftOut(staged));
  const texts = files.map(({ staged }) => [staged, textAt(join(pass.root, staged))] as const);
  if (!texts.some(([, text]) => GRAVE.test(text))) return undefined;
  const facts = texts.filter(([, text]) => TELLING.test(text)).flatMap(([file, text]) => readFacts(file, text) ?? []);
  const folder = new Folder(pass.root);
  const written = facts
    .flatMap(({ userFiles }) => userFiles)
    .map((file): Facts => ({ ...NOTHING, file, hashedUsers: usersIn(folder.text(file) ?? '') }));
  const ownImages = new OwnImages(folder, pass.target?.repository);
  return new Holders([...facts, ...written], await ownershipIn({ ...pass, files: [] }), ownImages);
}

const NOTHING = {
  roles: [],
  uses: [],
  hashedUsers: [],
  userFiles: [],
  replacedImages: [],
  runnersOfPulls: [],
  openings: CLOSED,
};

/** Undefined for a file that cannot be read: its own judge says so. */
function readFacts(file: string, text: string): Facts | undefined {
  try {
    const budget = new Budget(STEPS);
    return factsIn(
      file,
      parseYaml(text).map((tree) => sourceOf(tree, file, budget)),
    );
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Empty for what is no text. */
function textAt(path: string): string {
  try {
    return decodeText(readFileSync(path));
  } catch (error) {
    if (error instanceof Unreadable) return '';
    throw error;
  }
}
