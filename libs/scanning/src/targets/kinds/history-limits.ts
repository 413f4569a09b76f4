/**
 * The resident memory of git and the processes that it starts, in megabytes. Git holds the largest file, the base of
 * its delta, and an index of all objects.
 */
export const GIT_MEMORY_MB = 2_000;

/** The most commits that are read for tools of history, and the most bytes of earlier file versions that are kept. */
export const HISTORY = { commits: 200, bytes: 100 * 1024 * 1024 };
