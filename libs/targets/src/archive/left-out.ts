/** Why an entry of an archive is not in the folder that it was unpacked to. */
export type LeftOutReason =
  | 'symbolic link'
  | 'hard link'
  | 'not a regular file'
  | 'unsafe name'
  | 'same name in another case'
  | 'replaced by a later entry';

/** Like `Skipped` of a staged tree. */
export interface LeftOut {
  /** With anything unprintable escaped; of the first one where `count` is more than one. */
  readonly path: string;
  readonly reason: LeftOutReason;
  /** One, or all further ones of this reason once many were listed. */
  readonly count: number;
}

/** Entries listed by name for each reason; the ones after that are counted in one entry. */
const LISTED = 200;

export interface LeftOutAccount {
  add(path: string, reason: LeftOutReason): void;
  /** In the order of the archive, reason by reason. */
  list(): LeftOut[];
}

export function openLeftOutAccount(): LeftOutAccount {
  const byReason = new Map<LeftOutReason, LeftOut[]>();
  return {
    add(path, reason) {
      const listed = byReason.get(reason) ?? [];
      const last = listed.at(-1);
      if (last && listed.length > LISTED) listed[LISTED] = { ...last, count: last.count + 1 };
      else listed.push({ path, reason, count: 1 });
      byReason.set(reason, listed);
    },
    list: () => [...byReason.values()].flat(),
  };
}
