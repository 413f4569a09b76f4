/** Whatever JSON holds: what a test expects of it is the test's business. */
export type Json = ReturnType<JSON['parse']>;

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; the text where it is no JSON, undefined if there is none. */
  readonly body: Json;
}

type RequestHeaders = Readonly<Record<string, string>>;

export interface HttpClient {
  get(path: string, headers?: RequestHeaders): Promise<Answer>;
  post(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  delete(path: string, headers?: RequestHeaders): Promise<Answer>;
  /** Exactly these bytes as the body, with exactly these headers beside the client's own. */
  send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers?: RequestHeaders,
  ): Promise<Answer>;
}

export function httpClient(url: string, own: RequestHeaders = {}): HttpClient {
  const send: HttpClient['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...own, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  };
  const sendJson =
    (method: string) =>
    (path: string, body?: unknown, headers: RequestHeaders = {}) =>
      send(
        method,
        path,
        body === undefined ? undefined : JSON.stringify(body),
        body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      );
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: sendJson('POST'),
    patch: sendJson('PATCH'),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}

function parsed(text: string): Json {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
