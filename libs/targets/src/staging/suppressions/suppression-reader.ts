import { type MatchBudget, RULES_BYTES, decodeBytes } from '@assay/source-text';
import type { DeclaredSuppression, NotHonoured, StagedFile, TargetSuppressions } from '@assay/target-records';
import { type OpenFolder, close, openFolder } from '../open-entry';
import { readSmall } from '../read-small';
import { reasonNotRead } from '../reason-not-read';
import { type SaidInLine, commentsIn } from './comments';
import { type IgnoreLine, covers, parseIgnoreFile } from './ignore-file';

const FOLDER = '.assay';
const NAME = 'ignore';
const IGNORE_FILE = `${FOLDER}/${NAME}`;

/** Comments that are honoured in one target, and characters of their names and places: they are listed one by one. */
const MOST_COMMENTS = 1_500;
const MOST_CHARACTERS = 100_000;
/** A second's work: 20,000 files and 200 rules take half of it. */
const MATCH_STEPS = 20_000_000;
/** Pairs of a rule and a file. 500 rules that cover all of a large target would fill the description of its copy. */
const MOST_COVERED = 2_000_000;
const NOT_HONOURED_SHOWN = 50;
/** Comments that are not honoured: the first ones are shown, and all are counted. */
const MOST_FAULTS_HELD = 1_000;

/**
 * Collects what a hostile target says of findings in its own code, with bounded work and memory. What goes over a bound
 * is honoured in no part, so that the order in which files are read decides nothing, and it is reported.
 */
export class SuppressionReader {
  /** By the path in the copy, which is unique. */
  private readonly comments = new Map<string, readonly SaidInLine[]>();
  private honoured = 0;
  private characters = 0;
  private faults = 0;
  private rules: readonly IgnoreLine[] = [];
  private ignoreFaults: readonly NotHonoured[] = [];

  /** @param root of the target */
  async readIgnoreFile(root: OpenFolder): Promise<void> {
    const bytes = await readBelow(root);
    if (bytes === undefined) return;
    if (bytes === 'too large') {
      this.ignoreFaults = [{ place: IGNORE_FILE, reason: `it has more than ${RULES_BYTES / 1024} KB` }];
      return;
    }
    const { rules, notHonoured } = parseIgnoreFile(decodeBytes(bytes), IGNORE_FILE);
    this.rules = rules;
    this.ignoreFaults = notHonoured;
  }

  readFile({ staged, path }: Pick<StagedFile, 'staged' | 'path'>, content: Buffer): void {
    if (path === IGNORE_FILE) return;
    const said: SaidInLine[] = [];
    for (const each of commentsIn(content)) {
      if ('fault' in each) {
        this.faults += 1;
        if (this.faults > MOST_FAULTS_HELD) continue;
      } else {
        this.honoured += 1;
        this.characters += path.length + each.names.length;
      }
      if (!this.isTooMuch()) said.push(each);
    }
    if (this.isTooMuch()) this.comments.clear();
    else if (said.length > 0) this.comments.set(staged, said);
  }

  /** @param files that were staged, in their order */
  result(files: readonly StagedFile[]): { files: StagedFile[]; suppressions: TargetSuppressions } {
    const declared: DeclaredSuppression[] = [];
    const covered = this.covered(files);
    if (covered)
      for (const { line, names, reason } of this.rules)
        declared.push({ kind: 'file', names, reason, file: IGNORE_FILE, line });
    const notHonoured = [...this.ignoreFaults];
    const first: NotHonoured[] = [];
    const marked = files.map((file, index): StagedFile => {
      const by = [...(covered?.[index] ?? [])];
      for (const said of this.comments.get(file.staged) ?? []) {
        if ('fault' in said) {
          if (first.length < NOT_HONOURED_SHOWN) first.push({ place: `${file.path}:${said.line}`, reason: said.fault });
          continue;
        }
        const { line, names, reason } = said;
        by.push(declared.push({ kind: 'comment', names, reason, file: file.path, line }) - 1);
      }
      return by.length === 0 ? file : { ...file, suppressedBy: by };
    });
    if (this.isTooMuch())
      notHonoured.push({
        place: 'comments',
        reason: `none of the target's ${this.honoured} comments: more than ${MOST_COMMENTS}, or in too many places`,
      });
    const all = [...notHonoured, ...first];
    return {
      files: marked,
      suppressions: {
        declared,
        notHonoured: all.slice(0, NOT_HONOURED_SHOWN),
        notHonouredTotal: notHonoured.length + this.faults,
      },
    };
  }

  private isTooMuch(): boolean {
    return this.honoured > MOST_COMMENTS || this.characters > MOST_CHARACTERS;
  }

  /** The rules that cover each file, by their index. Undefined, and told, if that would take too much. */
  private covered(files: readonly StagedFile[]): number[][] | undefined {
    const budget: MatchBudget = { left: MATCH_STEPS };
    let pairs = 0;
    const covered: number[][] = [];
    for (const { path } of files) {
      const names = path.split('/');
      const by = this.rules.flatMap((rule, index) => (covers(rule, names, budget) ? [index] : []));
      pairs += by.length;
      if (budget.left <= 0 || pairs > MOST_COVERED) {
        this.ignoreFaults = [
          ...this.ignoreFaults,
          { place: IGNORE_FILE, reason: 'none of its lines: they are too much work' },
        ];
        return undefined;
      }
      covered.push(by);
    }
    return covered;
  }
}

async function readBelow(root: OpenFolder): Promise<Buffer | 'too large' | undefined> {
  let folder: OpenFolder;
  try {
    folder = await openFolder(root, Buffer.from(FOLDER));
  } catch (error) {
    // It is not there, or reported as unreadable.
    reasonNotRead(error);
    return undefined;
  }
  try {
    return await readSmall(folder, NAME, RULES_BYTES);
  } finally {
    await close(folder.fd);
  }
}
