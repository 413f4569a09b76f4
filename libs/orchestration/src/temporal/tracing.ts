import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerInterceptors } from '@temporalio/worker';

// OpenTelemetry is loaded only if traces are recorded.
const openTelemetry = () =>
  require('@temporalio/interceptors-opentelemetry') as typeof import('@temporalio/interceptors-opentelemetry');

/** Gives a workflow's start a span, and its header the trace. */
export function startTracing(): WorkflowClientInterceptor[] {
  const { OpenTelemetryWorkflowClientInterceptor } = openTelemetry();
  return [new OpenTelemetryWorkflowClientInterceptor()];
}

/** Gives each attempt of an activity a span of the trace that the workflow hands on. */
export function activityTracing(): WorkerInterceptors {
  const { OpenTelemetryActivityInboundInterceptor, OpenTelemetryActivityOutboundInterceptor } = openTelemetry();
  return {
    activity: [
      (context) => ({
        inbound: new OpenTelemetryActivityInboundInterceptor(context),
        outbound: new OpenTelemetryActivityOutboundInterceptor(context),
      }),
    ],
  };
}
