/**
 * Resident megabytes of git and what it starts: it holds the largest file, the base of its delta, and an index of all
 * objects.
 */
export const GIT_MEMORY_MB = 2_000;

/** Commits of history that are read if tools read it, and bytes of the earlier versions of files that are kept. */
export const HISTORY = { commits: 200, bytes: 100 * 1024 * 1024 };
