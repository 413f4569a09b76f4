import { type Node, isScalar } from 'yaml';
import { textOf } from '../yaml-tree';

/** The action of others that a step uses. */
export interface UsedAction {
  /** `owner/name`, or `owner/name/path`. */
  readonly action: string;
  /** The tag, branch or commit behind the `@`. */
  readonly reference: string;
  /** The reference, or the version that a comment behind a commit names. */
  readonly version: string;
}

const REFERENCE = /^([\w.-]+\/[\w./-]+)@(\S+)$/;

/** Undefined for an action of the repository itself, and for an image. */
export function usedAction(uses: Node | undefined): UsedAction | undefined {
  const [, action, reference] = REFERENCE.exec(textOf(uses) ?? '') ?? [];
  return action === undefined || reference === undefined
    ? undefined
    : { action, reference, version: versionOf(uses, reference) };
}

/** A tag, or the one that a comment after a commit names: `@0123… # v1.2.3`. */
export function versionOf(uses: Node | undefined, reference: string): string {
  const comment = isScalar(uses) ? (uses.comment ?? '') : '';
  const [named] = /v?\d+(?:\.\d+){0,2}(?![\w.])/.exec(comment) ?? [];
  return /^[0-9a-f]{40}$/i.test(reference) ? (named ?? reference) : reference;
}
