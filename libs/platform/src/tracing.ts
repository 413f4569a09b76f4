/** What a span is about: names of OpenTelemetry's conventions where there are some, ids and counts otherwise. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly attributes?: SpanAttributes;
  /** W3C `traceparent` of the span that this one continues; without one, the span around it. */
  readonly parent?: string | undefined;
  readonly kind?: 'server' | 'producer' | 'consumer' | 'internal';
}

/** A span that ends elsewhere than in the function that began it. */
export interface OpenSpan {
  /** Runs code as part of the span. */
  run<Value>(work: () => Value): Value;
  end(outcome: { readonly attributes?: SpanAttributes; readonly error?: unknown }): void;
}

/** What the rest of the code knows of tracing. */
export interface Tracing {
  begin(name: string, options?: SpanOptions): OpenSpan;
  /** Runs the work in a span that ends with it; what it throws is noted and thrown on. */
  span<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value>;
  /** The present span, to be carried to where it is continued; undefined outside of any. */
  traceparent(): string | undefined;
  /** For log lines. */
  ids(): { readonly traceId?: string; readonly spanId?: string };
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

const untraced: OpenSpan = { run: (work) => work(), end: () => undefined };

export const noTracing: Tracing = {
  begin: () => untraced,
  span: (_, __, work) => work(),
  traceparent: () => undefined,
  ids: () => ({}),
  close: async () => undefined,
};
