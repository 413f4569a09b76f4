import type { Answer, HttpClient } from './http-client';

const BOUNDARY = '----a-boundary-that-no-test-has';

export interface FormPart {
  readonly name: string;
  /** A part with one is a file. */
  readonly filename?: string;
  readonly content: Uint8Array | string;
}

/** A form and its content type. */
export function form(parts: readonly FormPart[]): { readonly body: Uint8Array<ArrayBuffer>; readonly type: string } {
  const pieces = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"` +
        (filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`) +
        '\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

/** Uploads a file as a browser does. */
export function upload(client: HttpClient, content: Uint8Array | string, filename = 'target.zip'): Promise<Answer> {
  const { body, type } = form([{ name: 'file', filename, content }]);
  return client.send('POST', '/api/v1/uploads', body, { 'content-type': type });
}
