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
import { Holders } from './holders';

const MAX_BYTES = 1024 * 1024;
const STEPS = 500_000;

/** A role of the cluster that somebody gets: without one nothing else is read. */
const BINDING = /^\s*(?:- )?["']?kind["']?\s*:\s*["']?ClusterRoleBinding\b/m;
/** A file that names none of these tells nothing about the holders of roles. */
const TELLING =
  /\b(?:ClusterRole|serviceAccount(?:Name)?|containers|htpasswd|newTag|digest|pull_request(?:_target)?)\b/;

/**
 * Reads all files of a target for what they say of those who hold roles. Undefined where no role of the cluster is
 * given to anybody.
 * @param isLeftOut templates, which are no objects by themselves
 */
export async function holdersOf(pass: EnginePass, isLeftOut: (file: string) => boolean): Promise<Holders | undefined> {
  const files = pass.files.filter(({ staged, size }) => size <= MAX_BYTES && !isLeftOut(staged));
  const texts = files.map(({ staged }) => [staged, textAt(join(pass.root, staged))] as const);
  if (!texts.some(([, text]) => BINDING.test(text))) return undefined;
  const facts = texts.filter(([, text]) => TELLING.test(text)).flatMap(([file, text]) => readFacts(file, text) ?? []);
  const folder = new Folder(pass.root);
  const written = facts
    .flatMap(({ userFiles }) => userFiles)
    .map((file): Facts => ({ ...NOTHING, file, hashedUsers: usersIn(folder.text(file) ?? '') }));
  return new Holders([...facts, ...written], await ownershipIn({ ...pass, files: [] }));
}

const NOTHING = { roles: [], uses: [], hashedUsers: [], userFiles: [], replacedImages: [], runnersOfPulls: [] };

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
