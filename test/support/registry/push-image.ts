import type { BuiltImage } from './image-builder';

export interface PushTarget {
  /** `http://127.0.0.1:5000` */
  readonly registry: string;
  readonly repository: string;
  /** The Authorization header that lets somebody push. */
  readonly authorization?: string;
}

/** Pushes an image as a client does: its blobs, then its manifest by its digest and, where one is given, a tag. */
export async function pushImage(target: PushTarget, image: BuiltImage, tag?: string): Promise<void> {
  for (const [digest, bytes] of image.blobs) {
    const started = await send(target, 'POST', 'blobs/uploads/', 202);
    const place = new URL(started.headers.get('location')!, target.registry);
    place.searchParams.set('digest', digest);
    await send(target, 'PUT', place.href, 201, bytes, 'application/octet-stream');
  }
  for (const version of [image.digest, ...(tag === undefined ? [] : [tag])]) await pushManifest(target, version, image);
}

/** @param version its digest or a tag; what it names must be there */
export const pushManifest = async (
  target: PushTarget,
  version: string,
  { mediaType, manifest }: { readonly mediaType: string; readonly manifest: Buffer },
): Promise<void> => void (await send(target, 'PUT', `manifests/${version}`, 201, manifest, mediaType));

async function send(
  { registry, repository, authorization }: PushTarget,
  method: string,
  path: string,
  expected: number,
  body?: Buffer,
  type?: string,
): Promise<Response> {
  const url = path.startsWith('http') ? path : `${registry}/v2/${repository}/${path}`;
  const response = await fetch(url, {
    method,
    headers: { ...(type && { 'content-type': type }), ...(authorization && { authorization }) },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`);
  return response;
}
