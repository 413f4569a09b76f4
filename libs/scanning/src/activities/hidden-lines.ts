import { type HiddenRange, type RawFinding, type ShownSecret, shownSecrets } from '@assay/analysis';
import { maskQuoted, maskRanges, maskSecrets } from './mask-secrets';

/** No more of a line is stored. */
const MOST_OF_LINE = 1_000;

/** The lines of one file as they are stored with findings: without the secrets that stand on them. */
export class HiddenLines {
  private readonly secrets: ReadonlyMap<number, readonly ShownSecret[]>;
  private readonly known = new Map<number, HiddenRange[]>();

  /**
   * @param wanted the numbers of the lines that are going to be asked for, from 1
   * @param findings of the file, of which some say where their secrets stand
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

  /** Whether a secret stands on one of the lines. */
  hasSecret(from: number, to: number): boolean {
    for (let line = from; line <= to; line += 1) if (this.rangesOf(line, false).length > 0) return true;
    return false;
  }

  /** A line as any finding beside it shows it. */
  plain(line: number): string {
    return this.masked(line, false);
  }

  /**
   * A line as a finding about a credential shows it: nothing stays that could be one.
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
