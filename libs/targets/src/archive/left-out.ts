/** Why an entry of an archive is missing from the folder that the archive was unpacked to. */
export type LeftOutReason =
  | 'symbolic link'
  | 'hard link'
  | 'not a regular file'
  | 'unsafe name'
  | 'same name in another case'
  | 'replaced by a later entry';

/** Entries that were not unpacked. It has the form of `Skipped` in a staging report. */
export interface LeftOut {
  /** With unprintable characters escaped. When `count` is more than one, it is the path of the first. */
  readonly path: string;
  readonly reason: LeftOutReason;
  /** 1, or the number of further entries with this reason once the list is full. */
  readonly count: number;
}

/** Entries that are listed by name for each reason. Those beyond it are counted in one last item. */
const MAX_LISTED = 200;

interface LeftOutReport {
  add(path: string, reason: LeftOutReason): void;
  /** Grouped by reason, in the order of the archive. */
  list(): LeftOut[];
}

export function openLeftOutReport(): LeftOutReport {
  const byReason = new Map<LeftOutReason, LeftOut[]>();
  return {
    add(path, reason) {
      const listed = byReason.get(reason) ?? [];
      const last = listed.at(-1);
      if (last && listed.length > MAX_LISTED) listed[MAX_LISTED] = { ...last, count: last.count + 1 };
      else listed.push({ path, reason, count: 1 });
      byReason.set(reason, listed);
    },
    list: () => [...byReason.values()].flat(),
  };
}
