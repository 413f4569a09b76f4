/**
 * GitHub's limits: the results in a run, the tools in a run, and the runs in a file. A file that is full of runs is
 * followed by another part.
 */
const RESULTS_A_RUN = 25_000;
export const EXTENSIONS_A_RUN = 100;
export const RUNS_A_FILE = 20;

/** A part has no more results, and by default no fewer, as long as its tools leave room. */
export const MAX_RESULTS = RESULTS_A_RUN * RUNS_A_FILE;

/** The place of a result: both numbers count from 1, runs within their part. */
interface ResultPlace {
  readonly part: number;
  readonly run: number;
}

/**
 * Gives each result its place, in the order of the results. The same results in the same order get the same places,
 * whichever part is written: the parts together have each of them once.
 */
export function resultPlaces(maxResults: number): (tool: string) => ResultPlace {
  let [part, run, inPart, inRun] = [1, 1, 0, 0];
  let tools = new Set<string>();
  return (tool) => {
    const isRunFull = inRun === RESULTS_A_RUN || (tools.size === EXTENSIONS_A_RUN && !tools.has(tool));
    if (inPart === maxResults || (isRunFull && run === RUNS_A_FILE)) {
      [part, run, inPart, inRun] = [part + 1, 1, 0, 0];
      tools = new Set();
    } else if (isRunFull) {
      [run, inRun] = [run + 1, 0];
      tools = new Set();
    }
    tools.add(tool);
    inPart += 1;
    inRun += 1;
    return { part, run };
  };
}
