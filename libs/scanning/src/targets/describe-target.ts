import type { TargetKind } from '@assay/kernel';
import type { SessionTarget, SourceKind } from '../domain/session-target';
import { SOURCE_KINDS, definitionOf, targetKinds } from './kinds';
import type { TargetView } from './target-definition';

/** The catalogue's name for the target, which decides the tools that apply. */
export const targetKindOf = (target: SessionTarget): TargetKind => definitionOf(target).cataloguedAs;

/** Whether files of the target have roles. */
export const filesHaveRoles = (target: SessionTarget): boolean => definitionOf(target).filesHaveRoles;

/** Whether its records are of all that the target has. */
export const recordsAreWhole = (target: SessionTarget): boolean => definitionOf(target).recordsAreWhole;

/** Whether the target may have a history. */
export const mayHaveHistory = async (target: SessionTarget): Promise<boolean> =>
  (await definitionOf(target).hasHistory?.(target)) ?? true;

/** One line of text: `hosta:ada/engine#main`, `pkg:npm/left-pad@1.3.0`, the path of a directory. */
export const describeTarget = (target: SessionTarget): string => definitionOf(target).describe(target);

/**
 * A text that stays the same when the same target is analysed again, so that decisions on findings carry over. It is
 * the same for all branches of a repository, all versions of a package or an image, and all orders of the same URLs.
 */
export const targetIdentity = (target: SessionTarget): string => definitionOf(target).identity(target);

export const targetView = (target: SessionTarget): TargetView => definitionOf(target).view(target);

/** The source type that scans of the target show. */
export const sourceTypeOf = (kind: SourceKind): SourceKind => targetKinds[kind].sourceType ?? kind;

/** Every source type that a scan may show. */
export const shownSourceTypes: readonly SourceKind[] = [...new Set(SOURCE_KINDS.map(sourceTypeOf))];

/** Every field that a target may be shown with. */
export const shownTargetFields: Readonly<Record<string, 'text' | 'list of texts'>> = Object.assign(
  {},
  ...SOURCE_KINDS.map((kind) => targetKinds[kind].viewFields),
);
