import type { Severity } from '@assay/kernel';
import { type EnginePass, MOST_ELSEWHERE, type PassReporter, type RawFinding } from '../engine';
import { type JudgedText, judgeEachText, oneLine } from '../kit/per-file';
import { isMadeUpPath } from './assignments/made-up';
import { type FoundSecret, RANK } from './found-secret';

interface Place {
  readonly file: string;
  readonly path: string;
  readonly isOwn: boolean;
  readonly isTest: boolean;
  /** Whether it is a file for tests, an example, a document, or one that is copied before it is used. */
  readonly isSample: boolean;
  readonly worth: Severity;
  readonly secret: FoundSecret;
}

/** The most other places that a message names. */
const MOST_NAMED = 5;

/**
 * Reports each secret once for each tool, with all of its places: those in the target's own code first. The message of
 * each names others. The facts that decide which of them is shown are not known here.
 */
export async function judgeOnce(
  pass: EnginePass,
  report: PassReporter,
  search: (input: JudgedText) => Promise<readonly FoundSecret[]>,
): Promise<void> {
  const places = new Map<string, Map<string, Place[]>>(pass.tools.map(({ id }) => [id, new Map()]));
  const completed: [tool: string, coverage: { filesChecked: number }][] = [];
  const later = { ...report, completed: (...each: (typeof completed)[number]) => void completed.push(each) };
  await judgeEachText(pass, later, async (input) => {
    for (const secret of await search(input))
      for (const { id, rules } of input.tools) {
        if (!Object.hasOwn(rules, secret.problem.rule)) continue;
        const ofTool = places.get(id)!;
        const { staged: file, path, role } = input.file;
        const isSample = (role !== undefined && OF_SAMPLES.has(role)) || COPIED.test(path);
        const worth = secret.problem.severity ?? rules[secret.problem.rule]!.severity;
        const place = { file, path, isOwn: role === undefined, isTest: role === 'test', isSample, worth, secret };
        const known = ofTool.get(secret.value);
        if (known) known.push(place);
        else ofTool.set(secret.value, [place]);
      }
    return [];
  });
  for (const [tool, secrets] of places) {
    const trials = filesOfTrials(secrets.values());
    for (const all of secrets.values()) {
      const ordered = [...all.filter(({ isOwn }) => isOwn), ...all.filter(({ isOwn }) => !isOwn)];
      for (let from = 0; from < ordered.length; from += MOST_ELSEWHERE + 1) {
        const [first, ...elsewhere] = placesOf(ordered.slice(from, from + MOST_ELSEWHERE + 1), trials);
        report.finding(tool, elsewhere.length > 0 ? { ...first!, elsewhere } : first!);
      }
    }
  }
  for (const each of completed) report.completed(...each);
}

const OF_SAMPLES: ReadonlySet<string> = new Set(['test', 'example', 'documentation']);
/** `.env.example`, `settings.sample.yml`: files that are copied before they are used. */
const COPIED = /[.-](?:example|sample|dist|template|tmpl)(?:\.\w+)?$/i;

const KEY = 'PrivateKey';

/** `environments/production/`: a key that is also there is not for trials alone. */
const IN_USE = /(?:^|[/._-])(?:prod|production|live)(?:[/._-]|$)/i;

/**
 * Files with a private key that a test or an environment for trials has as well. Such a key is for trials, and so are
 * the keys beside it, as in the settings of a server for development.
 */
const filesOfTrials = (secrets: Iterable<readonly Place[]>): ReadonlySet<string> =>
  new Set(
    [...secrets]
      .filter((places) => places.some(({ secret }) => secret.problem.rule === KEY))
      .filter(
        (places) =>
          places.some(({ isTest }) => isTest) ||
          (places.some(({ path }) => isMadeUpPath(path)) && !places.some(({ path }) => IN_USE.test(path))),
      )
      .flatMap((places) => places.map(({ file }) => file)),
  );

/**
 * The most that a token is worth which its authors show in an example or a test as well: there they hardly put one that
 * opens something. A token that its own check digits confirm was issued, wherever it stands.
 */
const asSample = (places: readonly Place[], { worth, secret: { rank, problem } }: Place): Severity | undefined =>
  rank !== RANK.verified &&
  problem.rule !== KEY &&
  (worth === 'high' || worth === 'critical') &&
  places.some(({ isSample }) => isSample) &&
  !places.some(({ path }) => IN_USE.test(path))
    ? 'medium'
    : undefined;

/** A key that a server takes when it is set up is not worth more where a program uses it. */
const ofSetUp = (places: readonly Place[]): Severity | undefined =>
  places.find(({ secret }) => secret.isSetUp)?.secret.problem.severity;

const placesOf = (places: readonly Place[], trials: ReadonlySet<string>): RawFinding[] =>
  places.map((place, at) => {
    const { file, secret } = place;
    const { problem } = secret;
    return {
      ...problem,
      severity: ofSetUp(places) ?? asSample(places, place) ?? problem.severity,
      ...(problem.rule === KEY && trials.has(file) && problem.severity !== 'info' && { severity: 'low' as const }),
      file,
      message: oneLine(problem.message + others(places, at)),
    };
  });

function others(places: readonly Place[], but: number): string {
  const count = places.length - 1;
  if (count === 0) return '';
  const named = places
    .slice(0, MOST_NAMED + 1)
    .filter((_, at) => at !== but)
    .slice(0, MOST_NAMED)
    .map(({ path, secret }) => `${path}:${secret.problem.line ?? 1}`);
  const rest = count - named.length;
  return `; the same is at ${named.join(', ')}${rest > 0 ? ` and ${rest} more places` : ''}`;
}
