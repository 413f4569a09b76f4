import { type HiddenRange, type RawFinding, type ShownSecret, shownSecrets } from '@assay/analysis';
import { maskQuoted, maskRanges, maskSecrets } from './mask-secrets';

/** The most characters of a line that are stored. */
const MOST_OF_LINE = 1_000;

/** The lines of one file as they are stored with findings, with their secrets masked. */
export class HiddenLines {
  private readonly secrets: ReadonlyMap<number, readonly ShownSecret[]>;
  private readonly known = new Map<number, HiddenRange[]>();

  /**
   * @param wanted the numbers of the lines that will be read, from 1
   * @param findings of the file, some of which give the places of their secrets
   */
  constructor(
    path: string,
    private readonly lines: readonly string[],
    wanted: ReadonlySet<number>,
    findings: readonly Pick<RawFinding, 'hidden'>[],
  ) {
    this.secrets = shownSecrets(path, lines, wanted);
    for (const range of findings.flatMap(({ hidden = [] }) => hidden)) {
      const ranges = this.known.get(range.line);
      if (ranges) ranges.push(range);
      else this.known.set(range.line, [range]);
    }
  }

  /** Whether one of the lines holds a secret. */
  hasSecret(from: number, to: number): boolean {
    for (let line = from; line <= to; line += 1) if (this.rangesOf(line, false).length > 0) return true;
    return false;
  }

  /** A line as it is shown around any finding. */
  plain(line: number): string {
    return this.masked(line, false);
  }

  /**
   * A line as it is shown around a finding about a credential: nothing stays that could be one.
   * @param isOwn the finding is on this line
   */
  ofCredential(line: number, isOwn: boolean): string {
    const masked = this.masked(line, true);
    return maskSecrets(isOwn ? maskQuoted(masked) : masked);
  }

  private masked(line: number, all: boolean): string {
    const text = this.lines[line - 1] ?? '';
    const masked = maskRanges(text, this.rangesOf(line, all));
    return masked.slice(0, MOST_OF_LINE);
  }

  private rangesOf(line: number, all: boolean): HiddenRange[] {
    const found = (this.secrets.get(line) ?? []).filter(({ isCredible }) => all || isCredible);
    return [...found, ...(this.known.get(line) ?? [])];
  }
}
