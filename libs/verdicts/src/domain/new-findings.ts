import { sha256Hex } from '@assay/kernel';

/** Ids that the verdict itself names. */
export const IDS_KEPT = 100;
/** Ids of one part: some 220 KB, of the 1 MB that an append may have. */
export const IDS_A_PART = 5_000;

/** The ids of all new findings that a verdict rests on, in its order. */
export interface NamedList {
  readonly ids: readonly string[];
  readonly digest: string;
  /** They are few, and no part is recorded. */
  readonly isNamedByVerdict: boolean;
}

export const namedList = (ids: readonly string[]): NamedList => ({
  ids,
  digest: digestOf(ids),
  isNamedByVerdict: ids.length <= IDS_KEPT,
});

/** As `LC_ALL=C sort | sha256sum` has it of the ids, one a line. */
export const digestOf = (ids: readonly string[]): string =>
  `sha256:${sha256Hex(
    ids
      .toSorted()
      .map((id) => `${id}\n`)
      .join(''),
  )}`;
