import { isScalar } from 'yaml';
import type { WorkflowStep } from './workflow';

/** A tag, or the one that a comment after a commit names: `@0123… # v1.2.3`. */
export function versionOf(uses: WorkflowStep['uses'], reference: string): string {
  const comment = isScalar(uses) ? (uses.comment ?? '') : '';
  const [named] = /v?\d+(?:\.\d+){0,2}(?![\w.])/.exec(comment) ?? [];
  return /^[0-9a-f]{40}$/i.test(reference) ? (named ?? reference) : reference;
}
