import type { Headers, WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Where OpenTelemetry's interceptors of client and activities put and find the context of a trace. */
const TRACE_HEADER = '_tracer-data';

/**
 * Hands the trace of the workflow's starter on to its activities. Spans are made outside: in here there is no clock to
 * time them by, and code that is replayed must not make them twice.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let given: Headers = {};
  return {
    inbound: [
      {
        execute(input, next) {
          const context = input.headers[TRACE_HEADER];
          if (context) given = { [TRACE_HEADER]: context };
          return next(input);
        },
      },
    ],
    outbound: [{ scheduleActivity: (input, next) => next({ ...input, headers: { ...given, ...input.headers } }) }],
  };
};
