import { type Json } from './http-client';

/** One server-sent event, or a comment such as a heartbeat. */
export type Frame =
  | { readonly kind: 'event'; readonly id: number; readonly event: string; readonly data: Json }
  | { readonly kind: 'comment'; readonly text: string };

/** The frames of an event stream until the server ends it, or the signal the connection. */
export async function* framesOf(
  url: string,
  key: string,
  { lastEventId, signal }: { lastEventId?: number; signal?: AbortSignal } = {},
): AsyncGenerator<Frame> {
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    ...(signal && { signal }),
  });
  if (response.status !== 200 || !response.body) throw new Error(`GET ${url} answered ${response.status}`);
  let buffered = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    buffered += text;
    const blocks = buffered.split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks) yield* parsedFrame(block);
  }
}

function* parsedFrame(block: string): Generator<Frame> {
  if (block.startsWith(':')) return yield { kind: 'comment', text: block.slice(1).trim() };
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  const data = fields.get('data');
  // `retry` alone is advice to the client and no event.
  if (data !== undefined)
    yield {
      kind: 'event',
      id: Number(fields.get('id')),
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data),
    };
}

/** All events of a stream that ends by itself. */
export async function eventsOf(
  url: string,
  key: string,
  options: { lastEventId?: number } = {},
): Promise<Extract<Frame, { kind: 'event' }>[]> {
  const events: Extract<Frame, { kind: 'event' }>[] = [];
  for await (const frame of framesOf(url, key, options)) if (frame.kind === 'event') events.push(frame);
  return events;
}
