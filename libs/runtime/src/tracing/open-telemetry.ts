import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  context,
  propagation,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { messageOf } from '@assay/kernel';
import type { OpenSpan, SpanOptions, Tracing } from '@assay/platform';

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Spans that a process of these roles makes, sent to an OTLP/HTTP endpoint in batches. It registers itself as the
 * process's tracer.
 */
export function openTelemetry({ url, roles }: { readonly url: string; readonly roles: readonly string[] }): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'assay',
      'service.namespace': 'assay',
      'assay.roles': [...roles],
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  provider.register();
  const tracer = provider.getTracer('assay');

  const begin = (name: string, options?: SpanOptions): OpenSpan => beginSpan(tracer, name, options);

  return {
    begin,
    async span(name, options, work) {
      const span = begin(name, options);
      try {
        const value = await span.run(work);
        span.end({});
        return value;
      } catch (error) {
        span.end({ error });
        throw error;
      }
    },
    traceparent() {
      const current = trace.getSpanContext(context.active());
      return (
        current &&
        `00-${current.traceId}-${current.spanId}-${(current.traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`
      );
    },
    ids() {
      const current = trace.getSpanContext(context.active());
      return { ...(current && { traceId: current.traceId, spanId: current.spanId }) };
    },
    async close() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Begins a span within its parent, or within the span that is open here. */
function beginSpan(
  tracer: Tracer,
  name: string,
  { attributes, parent, kind = 'internal' }: SpanOptions = {},
): OpenSpan {
  const around = parent === undefined ? context.active() : (continued(parent) ?? context.active());
  const span = tracer.startSpan(
    name,
    { kind: KINDS[kind], ...(attributes && { attributes: { ...attributes } }) },
    around,
  );
  return {
    run: (work) => context.with(trace.setSpan(around, span), work),
    end({ attributes: more, error }) {
      if (more) span.setAttributes({ ...more });
      if (error !== undefined) {
        span.recordException(error instanceof Error ? error : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
      }
      span.end();
    },
  };
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** The context of a span elsewhere. Undefined for what is no `traceparent`: a client may send anything. */
function continued(traceparent: string): Context | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (
    traceId === undefined ||
    spanId === undefined ||
    flags === undefined ||
    /^0+$/.test(traceId) ||
    /^0+$/.test(spanId)
  )
    return undefined;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  });
}
