/**
 * The session, written once: Temporal proxies the activities, the embedded runner calls them directly. Nothing here
 * does I/O or knows the time; every activity may be run again after a crash and then changes nothing that was done
 * before.
 */
export interface Pass {
  /** Unique in its session and the same after a resume: `eslint`. */
  readonly id: string;
  readonly engine: string;
  readonly tools: readonly string[];
}

export interface WorkflowFailure {
  readonly code: string;
  readonly message: string;
}

/** Why a session ends; one that delivered what it could has neither. */
export interface SessionEnding {
  readonly failure?: WorkflowFailure;
  readonly canceled: boolean;
}

/**
 * The outcomes of a pass's tools, for anybody who watches the session; the findings themselves never leave the event
 * log.
 */
export interface PassReport {
  readonly outcomes: readonly {
    readonly tool: string;
    readonly status: 'completed' | 'failed' | 'skipped';
    readonly findings: number;
  }[];
}

/** How a session ended, for anybody who watches it. */
export interface SettlementReport {
  readonly status: 'completed' | 'partial' | 'failed' | 'canceled';
  /** Credits as a decimal. */
  readonly refunded: string;
  readonly toolsRefunded: number;
}

/** The message that a client gets about a fault of ours. */
export const brokenAnalysis = (reason: string): WorkflowFailure => ({
  code: 'INTERNAL',
  message:
    `The analysis broke: ${reason}. All that was not delivered is refunded; start it again, and report it if it ` +
    'stays.',
});

/**
 * The steps of a session. The interface of a worker and the messages on the wire are made from it: an activity is
 * changed here.
 */
export interface SessionActivities {
  /** Stages the target and measures it. Gives the failure that no retry fixes (unreadable, too large). */
  prepare(sessionId: string): Promise<{ readonly failure?: WorkflowFailure }>;
  /** Takes tools with nothing to look at out of the plan and charges the lines. Gives what remains to run. */
  charge(sessionId: string): Promise<{ readonly passes: readonly Pass[]; readonly failure?: WorkflowFailure }>;
  /** Runs one engine for its tools and records each tool's outcome as it happens. */
  runPass(sessionId: string, pass: Pass): Promise<PassReport | void>;
  /**
   * Gives unfinished tools their end, returns what was not delivered, and ends the session: as canceled where the
   * workflow was, be it by a request that the session recorded or by an operator of the orchestrator, of whom the
   * session knows nothing.
   */
  settle(sessionId: string, ending: SessionEnding): Promise<SettlementReport | void>;
  /** Removes the staged copy. */
  clean(sessionId: string): Promise<void>;
}

export interface SessionRuntime {
  /** Runs to its end even when the session is canceled: what was paid for and not delivered goes back. */
  uncancelable<Value>(run: () => Promise<Value>): Promise<Value>;
  isCancellation(error: unknown): boolean;
  /** The staged copy is gone, or the worker that had it: staging it again, here or elsewhere, fixes it. */
  isStagedCopyLost(error: unknown): boolean;
  /** The words for a client about a fault that outlasted its retries. */
  failureOf(error: unknown): WorkflowFailure;
}

/** A target that takes every worker down with it must not go round for ever. */
const MAX_STAGINGS = 5;

const STAGED_COPY_LOST: WorkflowFailure = {
  code: 'STAGED_COPY_LOST',
  message:
    `The copy of the target that was being analysed was lost ${MAX_STAGINGS} times, or the workers that had it. ` +
    'What was not delivered is refunded; start the session again.',
};

/** Gives why the session ended, once it is settled. */
export async function runSession(
  { sessionId, maxConcurrent }: { readonly sessionId: string; readonly maxConcurrent: number },
  activities: SessionActivities,
  runtime: SessionRuntime,
): Promise<SessionEnding> {
  let ending: SessionEnding = { canceled: false };
  try {
    const failure = await deliver(sessionId, maxConcurrent, activities, runtime);
    if (failure) ending = { failure, canceled: false };
  } catch (error) {
    ending = runtime.isCancellation(error)
      ? { canceled: true }
      : { failure: runtime.failureOf(error), canceled: false };
  } finally {
    // The refund is laid down here before anything is charged: whatever happens in between, it comes.
    await runtime.uncancelable(() => activities.settle(sessionId, ending));
    await runtime.uncancelable(() => activities.clean(sessionId));
  }
  return ending;
}

/** Stages again where the copy is lost: charging again charges nothing, and only unfinished tools run. */
async function deliver(
  sessionId: string,
  maxConcurrent: number,
  activities: SessionActivities,
  runtime: SessionRuntime,
): Promise<WorkflowFailure | undefined> {
  for (let staging = 1; staging <= MAX_STAGINGS; staging += 1) {
    try {
      return await deliverFromOneCopy(sessionId, maxConcurrent, activities, runtime);
    } catch (error) {
      if (!runtime.isStagedCopyLost(error)) throw error;
    }
  }
  return STAGED_COPY_LOST;
}

async function deliverFromOneCopy(
  sessionId: string,
  maxConcurrent: number,
  activities: SessionActivities,
  runtime: SessionRuntime,
): Promise<WorkflowFailure | undefined> {
  const prepared = await activities.prepare(sessionId);
  if (prepared.failure) return prepared.failure;
  const { passes, failure } = await activities.charge(sessionId);
  if (failure) return failure;
  await runPasses(passes, maxConcurrent, (pass) => activities.runPass(sessionId, pass), runtime);
  return undefined;
}

/**
 * Runs at most so many passes at once. One that breaks does not keep the others from their end, except where the copy
 * is lost: then none begins any more. Rejects when all that began have ended: nothing runs behind the back of what
 * follows.
 */
async function runPasses(
  passes: readonly Pass[],
  limit: number,
  run: (pass: Pass) => Promise<unknown>,
  runtime: SessionRuntime,
): Promise<void> {
  const waiting = passes.values();
  const faults: unknown[] = [];
  const lane = async () => {
    for (const pass of waiting) {
      if (faults.some(runtime.isStagedCopyLost)) return;
      await run(pass).catch((error: unknown) => faults.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, passes.length) }, lane));
  if (faults.length > 0)
    throw faults.find(runtime.isCancellation) ?? faults.find(runtime.isStagedCopyLost) ?? faults[0];
}
