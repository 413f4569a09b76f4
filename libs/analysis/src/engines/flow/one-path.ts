import type { Flow } from './interpret/run';

/**
 * A file of Java and Kotlin is an object that is asked, made and opened in turn. The first use counts among those that
 * one function makes of one input's path. A folder that is made counts where nothing is read or written, and a question
 * whether the file is there counts only by itself.
 */
export function onePathEach(flows: readonly Flow[]): readonly Flow[] {
  const first = new Map<string, Flow>();
  for (const flow of flows) {
    const key = keyOf(flow);
    if (key === undefined) continue;
    const known = first.get(key);
    if (known === undefined || isEarlier(flow, known)) first.set(key, flow);
  }
  return flows.filter((flow) => {
    const key = keyOf(flow);
    return key === undefined || first.get(key) === flow;
  });
}

function keyOf({ weakness, file, taint, within, shown }: Flow): string | undefined {
  const form = within?.at(-1);
  if (weakness !== 'path-traversal' || shown !== undefined || form === undefined) return undefined;
  return /\.(?:java|kts?)$/.test(file) ? `${file}|${form.id}|${taint.source}` : undefined;
}

/** How little a use does: it opens, moves or deletes a file, makes a folder, or asks. */
function rankOf({ taint, reaches }: Flow): number {
  if (taint.doubt === 'looked') return 2;
  return MAKES_FOLDER.test(reaches) ? 1 : 0;
}
const MAKES_FOLDER = /^given to (?:mkdirs?|createDirector(?:y|ies)|forceMkdir(?:Parent)?|createParentDirectories)$/;

function isEarlier(one: Flow, other: Flow): boolean {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  return rank === otherRank ? one.at < other.at : rank < otherRank;
}
