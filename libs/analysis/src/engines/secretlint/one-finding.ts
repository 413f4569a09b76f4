import { type EnginePass, MOST_ELSEWHERE, type PassReporter, type RawFinding } from '../engine';
import { type JudgedText, judgeEachText, oneLine } from '../kit/per-file';
import type { FoundSecret } from './found-secret';

interface Place {
  readonly file: string;
  readonly path: string;
  readonly isOwn: boolean;
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
        const place = { file, path, isOwn: role === undefined, secret };
        const known = ofTool.get(secret.value);
        if (known) known.push(place);
        else ofTool.set(secret.value, [place]);
      }
    return [];
  });
  for (const [tool, secrets] of places)
    for (const all of secrets.values()) {
      const ordered = [...all.filter(({ isOwn }) => isOwn), ...all.filter(({ isOwn }) => !isOwn)];
      for (let from = 0; from < ordered.length; from += MOST_ELSEWHERE + 1) {
        const [first, ...elsewhere] = placesOf(ordered.slice(from, from + MOST_ELSEWHERE + 1));
        report.finding(tool, elsewhere.length > 0 ? { ...first!, elsewhere } : first!);
      }
    }
  for (const each of completed) report.completed(...each);
}

const placesOf = (places: readonly Place[]): RawFinding[] =>
  places.map(({ file, secret: { problem } }, at) => ({
    ...problem,
    file,
    message: oneLine(problem.message + others(places, at)),
  }));

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
