import type { TargetKind } from '@assay/kernel';
import type { SessionTarget, SourceKind } from '../domain/session-target';
import { SOURCE_KINDS, definitionOf, targetKinds } from './kinds';
import type { TargetView } from './target-definition';

/** What the catalogue calls such a target: which tools apply. */
export const targetKindOf = (target: SessionTarget): TargetKind => definitionOf(target).cataloguedAs;

/** Whether tools that read a history may find one. */
export const mayHaveHistory = async (target: SessionTarget): Promise<boolean> =>
  (await definitionOf(target).hasHistory?.(target)) ?? true;

/** One line for a person: `hosta:ada/engine#main`, `pkg:npm/left-pad@1.3.0`, the path of a directory. */
export const describeTarget = (target: SessionTarget): string => definitionOf(target).describe(target);

/**
 * What stays the same when the same thing is analysed again, so that a judgement of a finding follows it: a repository
 * whatever its branch, a package or an image whatever its version, URLs in whatever order.
 */
export const targetIdentity = (target: SessionTarget): string => definitionOf(target).identity(target);

export const targetView = (target: SessionTarget): TargetView => definitionOf(target).view(target);

/** The source type that a scan of such a target shows. */
export const sourceTypeOf = (kind: SourceKind): SourceKind => targetKinds[kind].sourceType ?? kind;

/** Every source type that a scan may show. */
export const shownSourceTypes: readonly SourceKind[] = [...new Set(SOURCE_KINDS.map(sourceTypeOf))];

/** Every field that a target may be shown with. */
export const shownTargetFields: Readonly<Record<string, 'text' | 'list of texts'>> = Object.assign(
  {},
  ...SOURCE_KINDS.map((kind) => targetKinds[kind].viewFields),
);
