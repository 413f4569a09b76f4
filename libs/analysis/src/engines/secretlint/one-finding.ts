import type { EnginePass, PassReporter } from '../engine';
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
 * Reports each secret once for each tool, at its first place: one in the target's own code, where it has any. The
 * message names the others.
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
      const first = all.find(({ isOwn }) => isOwn) ?? all[0]!;
      const message = oneLine(first.secret.problem.message + others(all.filter((each) => each !== first)));
      report.finding(tool, { ...first.secret.problem, file: first.file, message });
    }
  for (const each of completed) report.completed(...each);
}

function others(places: readonly Place[]): string {
  if (places.length === 0) return '';
  const named = places.slice(0, MOST_NAMED).map(({ path, secret }) => `${path}:${secret.problem.line ?? 1}`);
  const rest = places.length - named.length;
  return `; the same is at ${named.join(', ')}${rest > 0 ? ` and ${rest} more places` : ''}`;
}
