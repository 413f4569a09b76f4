import { type Fact, sha256Hex } from '@assay/kernel';
import { type FrontCoded, backToFront, frontCoded } from './front-coding';

/** The units that could be examined in one part of a target. */
export interface Units {
  /** Paths of files, addresses of pages, names of records: the inputs of the part's tools. */
  readonly units: readonly string[];
  /** Paths of files and folders that are in the target and were given to no tool. */
  readonly hidden: readonly string[];
  /** Names of folders that are never entered, if there are more of them than `hidden` lists. */
  readonly hiddenFolders: readonly string[];
  /** Whether a unit in none of these lists is not in the target. False for pages of a site, and for an old history. */
  readonly isWhole: boolean;
}

/** A chunk of a listing of units, at most about 256 KB: which of them a tool examined is said by their numbers. */
export type UnitsListed = Fact<
  'UnitsListed',
  {
    readonly sessionId: string;
    /** The digest of the whole listing, by which outcomes of tools refer to it. */
    readonly listing: string;
    /** From 0. */
    readonly chunk: number;
    readonly chunks: number;
    readonly units: FrontCoded;
    readonly hidden: FrontCoded;
    readonly hiddenFolders: readonly string[];
    readonly isWhole: boolean;
    readonly at: string;
  }
>;

export interface UnitsListing {
  readonly listing: string;
  readonly chunks: readonly Omit<UnitsListed['data'], 'sessionId' | 'at'>[];
}

/** Characters of paths in one event. A character takes 6 bytes of JSON at most, and most take one. */
const CHUNK_BYTES = 200 * 1024;

/** The facts that make up a listing. The same units give the same ones. */
export function unitsListing({ units, hidden, hiddenFolders, isWhole }: Units): UnitsListing {
  const listing = sha256Hex(JSON.stringify([units, hidden, hiddenFolders, isWhole])).slice(0, 32);
  const parts: { units: string[]; hidden: string[] }[] = [{ units: [], hidden: [] }];
  let size = 0;
  for (const [kind, paths] of [
    ['units', units],
    ['hidden', hidden],
  ] as const)
    for (const path of paths) {
      const bytes = Buffer.byteLength(JSON.stringify(path));
      if (size > 0 && size + bytes > CHUNK_BYTES) {
        parts.push({ units: [], hidden: [] });
        size = 0;
      }
      parts.at(-1)![kind].push(path);
      size += bytes;
    }
  return {
    listing,
    chunks: parts.map((part, chunk) => ({
      listing,
      chunk,
      chunks: parts.length,
      units: frontCoded(part.units),
      hidden: frontCoded(part.hidden),
      hiddenFolders,
      isWhole,
    })),
  };
}

/** Each whole listing of a session by its digest, from its recorded facts in whatever order. */
export class UnitsListings {
  private readonly chunks = new Map<string, Map<number, UnitsListed['data']>>();

  add(data: UnitsListed['data']): void {
    const known = this.chunks.get(data.listing) ?? new Map<number, UnitsListed['data']>();
    this.chunks.set(data.listing, known.set(data.chunk, data));
  }

  /** Undefined if a chunk is missing. */
  find(listing: string): Units | undefined {
    const known = this.chunks.get(listing);
    const ordered = [...(known?.values() ?? [])].sort((a, b) => a.chunk - b.chunk);
    const [first] = ordered;
    if (first === undefined || ordered.length < first.chunks) return undefined;
    return {
      units: ordered.flatMap(({ units }) => backToFront(units)),
      hidden: ordered.flatMap(({ hidden }) => backToFront(hidden)),
      hiddenFolders: first.hiddenFolders,
      isWhole: first.isWhole,
    };
  }
}
