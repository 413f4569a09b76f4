/**
 * The session, written once: Temporal proxies the activities, the embedded runner calls them directly. Nothing here does
 * I/O or knows the time; every activity may be run again after a crash and then changes nothing that was done before.
 */
export interface Pass {
  /** Unique in its session and the same after a resume: `eslint`. */
  readonly id: string;
  readonly engine: string;
  readonly tools: readonly string[];
}

export interface SessionFailure {
  readonly code: string;
  readonly message: string;
}

export interface SessionActivities {
  /** Stages the target and measures it. Gives the failure that no retry mends (unreadable, too large). */
  prepare(sessionId: string): Promise<{ readonly failure?: SessionFailure }>;
  /** Takes tools with nothing to look at out of the plan and charges the lines. Gives what remains to run. */
  charge(sessionId: string): Promise<{ readonly passes: readonly Pass[]; readonly failure?: SessionFailure }>;
  /** Runs one engine for its tools and records each tool's outcome as it happens. */
  runPass(sessionId: string, pass: Pass): Promise<void>;
  /** Gives unfinished tools their end, returns what was not delivered, and ends the session. */
  settle(sessionId: string, failure?: SessionFailure): Promise<void>;
  /** Removes the staged copy. */
  clean(sessionId: string): Promise<void>;
}

export interface SessionRuntime {
  mapConcurrent<Item>(items: readonly Item[], limit: number, run: (item: Item) => Promise<void>): Promise<void>;
  /** Runs to its end even when the session is canceled: what was paid for and not delivered goes back. */
  uncancelable<Value>(run: () => Promise<Value>): Promise<Value>;
  isCancellation(error: unknown): boolean;
  /** What a client may know of a fault that outlasted its retries. */
  failureOf(error: unknown): SessionFailure;
}

export async function runSession(
  { sessionId, maxConcurrent }: { sessionId: string; maxConcurrent: number },
  activities: SessionActivities,
  runtime: SessionRuntime,
): Promise<void> {
  let failure: SessionFailure | undefined;
  try {
    failure = await deliver(sessionId, maxConcurrent, activities, runtime);
  } catch (error) {
    if (!runtime.isCancellation(error)) failure = runtime.failureOf(error);
  } finally {
    await runtime.uncancelable(() => activities.settle(sessionId, failure));
    await runtime.uncancelable(() => activities.clean(sessionId));
  }
}

async function deliver(sessionId: string, maxConcurrent: number, activities: SessionActivities, runtime: SessionRuntime): Promise<SessionFailure | undefined> {
  const prepared = await activities.prepare(sessionId);
  if (prepared.failure) return prepared.failure;
  const { passes, failure } = await activities.charge(sessionId);
  if (failure) return failure;
  await runtime.mapConcurrent(passes, maxConcurrent, (pass) => activities.runPass(sessionId, pass));
  return undefined;
}
