/**
 * The most names of a value. In a chain of calls that return their builder each new call doubles them: 20 of them made
 * a million names of one.
 */
export const MOST_PATHS = 64;

/** The names of what a call returns: those of the value itself, and those of the call. */
export function pathsOfCall(paths: readonly string[], called: readonly string[]): readonly string[] {
  if (paths.length === 0 && called.length === 1) return called;
  const all = new Set(paths);
  for (const path of called) {
    if (all.size >= MOST_PATHS) break;
    all.add(path);
  }
  return [...all];
}
