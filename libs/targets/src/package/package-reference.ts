import { type Refusal, type Result, ok, refuse } from '@assay/kernel';
import { valid, validRange } from 'semver';
import { plainText } from '@assay/source-text';

export interface PackageReference {
  /** `name` or `@scope/name`. */
  readonly name: string;
  /** A version, a range or a tag; `*` if none is given. */
  readonly wanted: string;
}

/** Names from before 2017 may have capital letters and these characters. */
const NAME = /^(?:@[A-Za-z0-9~-][\w.~-]*\/)?[A-Za-z0-9~-][\w.~!'()*-]*$/;
const LONGEST_NAME = 214;
const LONGEST_WANTED = 256;

const LOOSE = { loose: true } as const;

/**
 * Parses `name`, `name@version`, `name@range`, `name@tag` or a package URL (`pkg:npm/%40scope/name@1.2.3`). Paths, URLs
 * and aliases are refused, because only packages of the registry are analysed.
 */
export function parsePackageReference(text: string): Result<PackageReference, Refusal> {
  const invalid = (message: string) => refuse<Refusal>({ code: 'VALIDATION_ERROR', message });
  const parts = /^pkg:/i.test(text) ? readPackageUrl(text) : readNameAtVersion(text);
  if (typeof parts === 'string') return invalid(parts);
  const { name } = parts;
  const wanted = parts.wanted.trim() || '*';
  const shown = plainText(text, 100);
  if (
    name.length > LONGEST_NAME ||
    !NAME.test(name) ||
    name.startsWith('-') ||
    /^(node_modules|favicon\.ico)$/i.test(name)
  )
    return invalid(`"${shown}" does not begin with the name of a package`);
  if (wanted.length > LONGEST_WANTED) return invalid('the version of the package is too long');
  if (
    /\p{Cc}/u.test(wanted) ||
    (valid(wanted, LOOSE) === null && validRange(wanted, LOOSE) === null && !/^[\w.!~*'()-]+$/.test(wanted))
  )
    return invalid(`"${shown}" names a package by what is no version, range or tag of a registry`);
  return ok({ name, wanted });
}

/** The first @ may belong to the scope. */
function readNameAtVersion(text: string): PackageReference {
  const at = text.indexOf('@', 1);
  return at < 0 ? { name: text, wanted: '' } : { name: text.slice(0, at), wanted: text.slice(at + 1) };
}

/** https://github.com/package-url/purl-spec: `pkg:type/namespace/name@version?qualifiers#subpath`. */
function readPackageUrl(text: string): PackageReference | string {
  const parts = /^pkg:\/*([^/]+)\/([^?#]+?)\/*(\?[^#]*)?(#.*)?$/i.exec(text);
  if (!parts) return 'the package URL is malformed; write pkg:npm/name@version';
  const [, type = '', path = '', qualifiers = '', subpath] = parts;
  if (type.toLowerCase() !== 'npm') return `packages of the kind "${plainText(type, 40)}" are not read; npm is`;
  // These qualifiers name another source. A package from the registry could be a different one.
  if (/[?&](repository_url|download_url|vcs_url)=/i.test(qualifiers))
    return 'a package URL that names another place than the registry is not followed';
  if (subpath !== undefined) return 'a package is analysed as a whole, not a folder of it';
  const at = path.lastIndexOf('@');
  const versioned = at > path.lastIndexOf('/') && at > 0 && path[at - 1] !== '/';
  try {
    const name = (versioned ? path.slice(0, at) : path).split('/').map(decodeURIComponent).join('/');
    return { name, wanted: versioned ? decodeURIComponent(path.slice(at + 1)) : '' };
  } catch {
    return 'the package URL is not encoded as it should be';
  }
}
