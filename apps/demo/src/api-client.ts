/** The part of the service that the demo knows: its public HTTP API and nothing else. */
export interface ApiClient {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  patch<Answer>(path: string, body: unknown): Promise<Answer>;
  /** Server-sent events until the server ends the stream. */
  events(path: string): AsyncIterable<{ id: string; event: string; data: unknown }>;
}

export function apiClient(baseUrl: string, key: string): ApiClient {
  const headers = { authorization: `Bearer ${key}` };
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer as Answer;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    async *events(path) {
      const response = await fetch(`${baseUrl}${path}`, { headers: { ...headers, accept: 'text/event-stream' } });
      if (!response.ok || !response.body) throw new Error(`GET ${path} answered ${response.status}`);
      yield* parseEvents(response.body);
    },
  };
}

async function* parseEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ id: string; event: string; data: unknown }> {
  const decoder = new TextDecoder();
  let buffered = '';
  for await (const chunk of body) {
    buffered += decoder.decode(chunk, { stream: true });
    const frames = buffered.split('\n\n');
    buffered = frames.pop() ?? '';
    for (const frame of frames) {
      const fields = new Map(
        frame
          .split('\n')
          .filter((line) => !line.startsWith(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
      );
      const data = fields.get('data');
      if (data !== undefined)
        yield {
          id: fields.get('id') ?? '',
          event: fields.get('event') ?? 'message',
          data: JSON.parse(data) as unknown,
        };
    }
  }
}
