/** The attributes of a span: names of OpenTelemetry's conventions if there are any, otherwise ids and counts. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly attributes?: SpanAttributes;
  /** The W3C `traceparent` of the span that this one continues. Default: the surrounding span. */
  readonly parent?: string | undefined;
  readonly kind?: 'server' | 'producer' | 'consumer' | 'internal';
}

/** A span that does not end in the function that began it. */
export interface OpenSpan {
  /** Runs code as part of the span. */
  run<Value>(work: () => Value): Value;
  end(outcome: { readonly attributes?: SpanAttributes; readonly error?: unknown }): void;
}

/** The interface of tracing for the rest of the code. */
export interface Tracing {
  begin(name: string, options?: SpanOptions): OpenSpan;
  /** Runs the work in a span that ends with it. An error is recorded and thrown again. */
  span<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value>;
  /** The `traceparent` of the current span, for the code that continues it; undefined outside any span. */
  traceparent(): string | undefined;
  /** The ids for log lines. */
  ids(): { readonly traceId?: string; readonly spanId?: string };
  /** Sends the remaining spans. */
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
