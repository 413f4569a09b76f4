import { type CodeHost, type Refusal, type Result, ok, refuse } from '@assay/kernel';

export interface RepositoryReference {
  /** The URL that git clones: `https://host/owner/name.git`. It has no credentials. */
  readonly cloneUrl: string;
  /** `owner/name` or `group/subgroup/name`. */
  readonly name: string;
  /** Whether it is at the service of the base address. The token is only for that service. */
  readonly atBase: boolean;
}

const SEGMENT = /^[A-Za-z0-9_.-]{1,100}$/;

/** The name of a repository at each host. */
const NAMING: Readonly<Record<CodeHost, { readonly shape: string; readonly maxSegments: number }>> = {
  hosta: { shape: 'owner/name', maxSegments: 2 },
  hostb: { shape: 'group/name', maxSegments: 20 },
};

/**
 * Parses a repository reference: `owner/name`, or a whole URL, which may be at another service than `baseUrl`. The
 * guard decides separately whether it may be contacted.
 */
export function parseRepository({
  host,
  url,
  baseUrl,
}: {
  readonly host: CodeHost;
  readonly url: string;
  readonly baseUrl: string;
}): Result<RepositoryReference, Refusal> {
  const base = new URL(baseUrl);
  const { shape, maxSegments } = NAMING[host];
  const invalid = (message: string) => refuse<Refusal>({ code: 'VALIDATION_ERROR', message });
  const whole = /^https?:\/\//i.test(url);
  if (!whole && /[:@\\]/.test(url)) return invalid(`a repository is named by ${shape} or by an http(s) URL`);
  if (whole && !URL.canParse(url)) return invalid('the URL of the repository is malformed');
  const at = whole ? new URL(url) : undefined;
  if (at && (at.search !== '' || at.hash !== ''))
    return invalid('the URL of the repository ends in a query or a fragment');
  if (at && (at.username !== '' || at.password !== ''))
    return invalid('the URL of the repository holds credentials; keep them in the settings of the integration');
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const atBase = at === undefined || (at.origin === base.origin && at.pathname.startsWith(`${prefix}/`));
  const path = at === undefined ? url : atBase ? at.pathname.slice(prefix.length + 1) : at.pathname.slice(1);
  const segments = path
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/');
  if (segments.length < 2 || segments.length > maxSegments)
    return invalid(`a repository is named by ${shape}, not by "${path.slice(0, 100)}"`);
  if (!segments.every((segment) => SEGMENT.test(segment) && !/^\.$|^-|\.\./.test(segment)))
    return invalid(`"${path.slice(0, 100)}" holds what a repository's name cannot`);
  const name = segments.join('/');
  return ok({ cloneUrl: `${atBase ? `${base.origin}${prefix}` : at.origin}/${name}.git`, name, atBase });
}

/** Whether git accepts a name for a branch (git-check-ref-format) and cannot take it for an option or a pattern. */
export function isBranchName(name: string): boolean {
  if (Buffer.byteLength(name) > 244 || /^-|^@$|@\{|\.\.|\/\/|^\/|\/$|\.$|^HEAD$|^refs\//.test(name)) return false;
  if (/[\p{Cc}\p{Cs}\u007f ~^:?*[\\]/u.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
