import { type CommentSyntax, eachToken } from './code-tokens';

/** A passage of a file, with the numbers of its first and last line. */
export interface Passage {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** The same passage in several places, in the order of files and lines. */
export interface CloneGroup {
  readonly places: readonly [Passage, Passage, ...Passage[]];
}

interface CloneSettings {
  /** Tokens are words, quoted texts and signs. */
  readonly minTokens: number;
  readonly minLines: number;
}

/** The most tokens that are compared: those of a million lines of code. Each takes 20 bytes. */
const MOST_TOKENS = 10_000_000;
/**
 * The most passages with the same beginning that are compared with the first of them. The others are compared later.
 */
const MOST_COMPARED = 1_000;

/**
 * Finds passages that stand in several places. The work is proportional to the number of tokens, because each beginning
 * is looked up once, and tokens that belong to a group begin no other group.
 */
export class CloneSearch {
  private tokens = new Uint32Array(1 << 16);
  private lines = new Uint32Array(1 << 16);
  private count = 0;
  private readonly files: { readonly file: string; readonly begin: number; readonly end: number }[] = [];
  /** The number of tokens and beginnings that were compared. */
  steps = 0;

  constructor(
    private readonly settings: CloneSettings,
    private readonly most = MOST_TOKENS,
  ) {}

  /** @returns false if the file has more tokens than there is room for; it is then not compared */
  add(file: string, text: string, syntax: CommentSyntax): boolean {
    const begin = this.count;
    eachToken(text, syntax, (token, line) => {
      if (this.count < this.most) this.push(token, line);
    });
    if (this.count === this.most) {
      this.count = begin;
      return false;
    }
    this.files.push({ file, begin, end: this.count });
    return true;
  }

  groups(): CloneGroup[] {
    const { minTokens } = this.settings;
    const index = this.beginnings();
    const covered = new Uint8Array(this.count);
    const groups: CloneGroup[] = [];
    for (const { begin, end } of this.files)
      for (let at = begin; at + minTokens <= end; at += 1) {
        this.steps += 1;
        if (covered[at] === 1) continue;
        const spans = this.sameAs(at, index, covered);
        if (spans.length < 2) continue;
        const [first, second, ...others] = spans
          .map(({ from, length }) => this.passage(from, length))
          .filter(({ line, endLine }) => endLine - line + 1 >= this.settings.minLines);
        // A passage of too few lines is not reported as a copy, but its tokens need not be compared again.
        for (const { from, length } of spans) covered.fill(1, from, from + length);
        if (first && second) groups.push({ places: [first, second, ...others] });
      }
    return groups;
  }

  private push(token: number, line: number): void {
    if (this.count === this.tokens.length) {
      this.tokens = grown(this.tokens);
      this.lines = grown(this.lines);
    }
    this.tokens[this.count] = token;
    this.lines[this.count] = line;
    this.count += 1;
  }

  /** For each window of tokens: its hash, and the next window with the same hash. */
  private beginnings(): Beginnings {
    const { minTokens } = this.settings;
    const mask = 2 ** Math.max(8, Math.ceil(Math.log2(this.count + 1))) - 1;
    const first = new Int32Array(mask + 1).fill(-1);
    const next = new Int32Array(this.count).fill(-1);
    let out = 1;
    for (let power = 1; power < minTokens; power += 1) out = Math.imul(out, FACTOR);
    const hashes = new Uint32Array(this.count);
    for (const { begin, end } of this.files) {
      let hash = 0;
      for (let at = begin; at < end; at += 1) {
        if (at - begin >= minTokens) hash = (hash - Math.imul(this.tokens[at - minTokens]!, out)) | 0;
        hash = (Math.imul(hash, FACTOR) + this.tokens[at]!) | 0;
        if (at - begin >= minTokens - 1) hashes[at - minTokens + 1] = mixed(hash);
      }
    }
    // This goes from the last window to the first, so that the lists are in the order of places.
    for (const { begin, end } of this.files.toReversed())
      for (let at = end - minTokens; at >= begin; at -= 1) {
        const slot = hashes[at]! & mask;
        next[at] = first[slot]!;
        first[slot] = at;
      }
    return { next, hashes };
  }

  /**
   * This passage and the later ones with the same beginning. They do not overlap. Each reaches as far as it is equal.
   */
  private sameAs(at: number, { next, hashes }: Beginnings, covered: Uint8Array): Span[] {
    const spans: Span[] = [];
    let longest = 0;
    // Places of the same file come first. This passage ends where the next place in its file begins.
    let most = Infinity;
    let free = at + this.settings.minTokens;
    let compared = 0;
    for (let other = next[at]!; other !== -1 && compared < MOST_COMPARED; other = next[other]!) {
      compared += 1;
      if (other < free || covered[other] === 1 || hashes[other] !== hashes[at]) continue;
      if (spans.length === 0 && other < this.endOf(at)) most = other - at;
      const length = this.commonLength(at, other, most);
      if (length < this.settings.minTokens) continue;
      spans.push({ from: other, length });
      longest = Math.max(longest, length);
      free = other + length;
    }
    this.steps += compared;
    return spans.length === 0 ? [] : [{ from: at, length: longest }, ...spans];
  }

  private commonLength(a: number, b: number, most: number): number {
    const end = Math.min(this.endOf(a) - a, this.endOf(b) - b, most);
    let length = 0;
    while (length < end && this.tokens[a + length] === this.tokens[b + length]) length += 1;
    this.steps += length;
    return length;
  }

  private endOf(at: number): number {
    return this.fileAt(at).end;
  }

  private fileAt(at: number): (typeof this.files)[number] {
    let low = 0;
    let high = this.files.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.files[middle]!.end > at) high = middle;
      else low = middle + 1;
    }
    return this.files[low]!;
  }

  private passage(from: number, length: number): Passage {
    return { file: this.fileAt(from).file, line: this.lines[from]!, endLine: this.lines[from + length - 1]! };
  }
}

interface Span {
  readonly from: number;
  readonly length: number;
}

interface Beginnings {
  readonly next: Int32Array;
  readonly hashes: Uint32Array;
}

const FACTOR = 0x01000193;

/** Mixes high bits into the low ones, because the low bits of a product depend only on low bits. */
const mixed = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
