import { ImageRefused } from './image-refused';

/** The registry, repository and version of an image. */
export interface ImageReference {
  /** The address of the registry's API, without a slash at its end: `https://registry.example`. */
  readonly registry: string;
  readonly repository: string;
  /** A tag; or the digest when one was given, which is exact. */
  readonly version: string;
  readonly isDigest: boolean;
}

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$|^sha512:[0-9a-f]{128}$/;

/**
 * Reads `name`, `name:tag` or `name@digest`, with or without a registry's host before it. Without tag and digest the
 * tag is `latest`. As in Docker, the first part is a host if it has a dot or a port, or is `localhost`.
 * @param defaultRegistry the registry's address, such as `https://registry.example`, or Docker's name for its own,
 *   `docker.io`
 * @throws ImageRefused INVALID_REFERENCE
 */
export function parseImageReference(text: string, defaultRegistry: string): ImageReference {
  const invalid = (detail: string) => new ImageRefused('INVALID_REFERENCE', JSON.stringify(text), { detail });
  if (text.length > 512) throw invalid('it is too long');
  const [tagged = '', digest, ...more] = text.split('@');
  if (more.length > 0 || (digest !== undefined && !DIGEST.test(digest))) throw invalid('its digest');
  const slash = tagged.indexOf('/');
  const first = slash === -1 ? '' : tagged.slice(0, slash);
  const host = /[.:]/.test(first) || first === 'localhost' ? first : '';
  if (host !== '' && !HOST.test(host)) throw invalid('its host');
  const path = host === '' ? tagged : tagged.slice(slash + 1);
  const colon = path.indexOf(':');
  const [name, tag] = colon === -1 ? [path, undefined] : [path.slice(0, colon), path.slice(colon + 1)];
  if (name.length > 255 || !name.split('/').every((component) => COMPONENT.test(component)))
    throw invalid('its name may have only small letters, digits and ._-/');
  if (tag !== undefined && !TAG.test(tag)) throw invalid('its tag');
  return { ...locate(host, name, defaultRegistry), version: digest ?? tag ?? 'latest', isDigest: digest !== undefined };
}

/** Docker's own registry has another host than its name, and official images lie in `library/`, which nobody writes. */
function locate(host: string, name: string, defaultRegistry: string): Pick<ImageReference, 'registry' | 'repository'> {
  const fallback = defaultRegistry.includes('://')
    ? defaultRegistry.replace(/(?<!\/)\/+$/, '')
    : `https://${defaultRegistry}`;
  const registry = host === '' || host === new URL(fallback).host ? fallback : `https://${host}`;
  const isDocker = ['docker.io', 'index.docker.io', 'registry-1.docker.io'].includes(new URL(registry).host);
  return isDocker
    ? { registry: 'https://registry-1.docker.io', repository: name.includes('/') ? name : `library/${name}` }
    : { registry, repository: name };
}
