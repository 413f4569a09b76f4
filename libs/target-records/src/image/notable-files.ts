import type { ImageEntry } from './image';

/** The kind of a notable file, recognised by its name. */
export type NotableKind =
  | 'private key'
  | 'host key'
  | 'key store'
  | 'credentials'
  | 'environment file'
  | 'version control'
  | 'shell history'
  | 'accounts'
  | 'passwords'
  | 'sudo rules'
  | 'docker socket'
  | 'package cache';

export interface NotableFile {
  readonly kind: NotableKind;
  /** Matches the end of the path, from the beginning of a segment. */
  readonly path: RegExp;
  /**
   * Matches content that confirms the kind. For example, `.npmrc` often has no token. Without a proof, the name is
   * enough.
   */
  readonly proof?: RegExp;
}

const anywhere = (path: string): RegExp => new RegExp(`(?:^|/)${path}$`);
/** Matches the path only from the root. The system does not read a file of this name elsewhere. */
const fromRoot = (path: string): RegExp => new RegExp(`^${path}$`);
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s*[A-Za-z0-9+/]/;

/**
 * The first match decides the kind of a file. Proofs match within one line. With `\s*` instead of `[ \t]*`, a hostile
 * file of blank lines would be read to its end once for each line.
 */
const NOTABLE_FILES: readonly NotableFile[] = [
  { kind: 'accounts', path: fromRoot('etc/passwd') },
  { kind: 'passwords', path: fromRoot('etc/shadow') },
  { kind: 'sudo rules', path: fromRoot('etc/sudoers(?:\\.d/[^/]+)?'), proof: /^[^#\n]*\bNOPASSWD[ \t]*:/m },
  { kind: 'docker socket', path: fromRoot('(?:var/)?run/docker\\.sock') },
  { kind: 'host key', path: fromRoot('etc/ssh/ssh_host_[a-z0-9]+_key'), proof: PRIVATE_KEY },
  {
    kind: 'private key',
    path: anywhere('(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[^/]+\\.(?:pem|key|ppk))'),
    proof: new RegExp(`${PRIVATE_KEY.source}|^PuTTY-User-Key-File-`),
  },
  { kind: 'key store', path: anywhere('[^/]+\\.(?:p12|pfx|kdbx|keytab)') },
  { kind: 'credentials', path: anywhere('\\.aws/credentials'), proof: /^[ \t]*aws_secret_access_key[ \t]*=[ \t]*\S/im },
  {
    kind: 'credentials',
    path: anywhere('\\.docker/config\\.json'),
    proof: /"(?:auth|identitytoken|registrytoken)"[ \t]*:[ \t]*"[^"]/,
  },
  { kind: 'credentials', path: anywhere('\\.dockercfg'), proof: /"auth"[ \t]*:[ \t]*"[^"]/ },
  {
    kind: 'credentials',
    path: anywhere('\\.npmrc'),
    proof: /^[^#;\n]*_(?:authToken|auth|password)[ \t]*=[ \t]*(?!\$\{)\S/im,
  },
  {
    kind: 'credentials',
    path: anywhere('\\.yarnrc\\.yml'),
    proof: /^[ \t]*npmAuth(?:Token|Ident)[ \t]*:[ \t]*(?!["']?\$\{)\S/m,
  },
  { kind: 'credentials', path: anywhere('\\.pypirc'), proof: /^[ \t]*password[ \t]*[=:][ \t]*\S/m },
  { kind: 'credentials', path: anywhere('[._]netrc'), proof: /\bpassword[ \t]+\S/ },
  { kind: 'credentials', path: anywhere('\\.git-credentials'), proof: /:\/\/[^\s/@]+@/ },
  {
    kind: 'credentials',
    path: anywhere('\\.kube/config'),
    proof: /^[ \t]*(?:-[ \t]*)?(?:token|password|client-key-data)[ \t]*:[ \t]*\S/m,
  },
  {
    kind: 'credentials',
    path: anywhere(
      '\\.config/gcloud/(?:application_default_credentials\\.json|credentials\\.db|legacy_credentials/.+)',
    ),
  },
  { kind: 'credentials', path: anywhere('\\.azure/(?:accessTokens\\.json|msal_token_cache\\.json)') },
  { kind: 'credentials', path: anywhere('\\.config/gh/hosts\\.yml'), proof: /^[ \t]*oauth_token[ \t]*:[ \t]*\S/m },
  { kind: 'credentials', path: anywhere('\\.pgpass'), proof: /^[^#:\n]+:(?:[^#:\n]*:)*[^:\n]+$/m },
  { kind: 'credentials', path: anywhere('\\.my\\.cnf'), proof: /^[ \t]*password[ \t]*=[ \t]*\S/m },
  { kind: 'credentials', path: anywhere('\\.(?:vault-token|terraform\\.d/credentials\\.tfrc\\.json)') },
  {
    kind: 'environment file',
    path: anywhere('\\.env(?:\\.(?!example$|sample$|template$|dist$)[\\w-]+)?'),
    proof: /^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*["']?[^\s"'#]/m,
  },
  {
    kind: 'version control',
    path: anywhere('\\.(?:git/(?:HEAD|config)|hg/(?:requires|hgrc)|svn/(?:entries|wc\\.db))'),
  },
  { kind: 'shell history', path: anywhere('\\.(?:(?:ba|z|k)?sh|mysql|psql|python|node_repl|rediscli|sqlite)_history') },
  { kind: 'package cache', path: fromRoot('var/lib/apt/lists/(?!lock$|partial$|auxfiles$).+') },
  { kind: 'package cache', path: fromRoot('var/cache/(?:apt/archives/[^/]+\\.deb|apk/.+|(?:yum|dnf|libdnf5)/.+)') },
  {
    kind: 'package cache',
    path: fromRoot('(?:root|home/[^/]+)/(?:\\.cache/(?:pip|yarn|go-build)|\\.npm/_cacache|\\.yarn/cache)/.+'),
  },
];

export const notableFile = (path: string): NotableFile | undefined =>
  NOTABLE_FILES.find((file) => file.path.test(path));

/** Whether rules need the content of a file of this name. */
export function needsContent(path: string): boolean {
  const file = notableFile(path);
  return file !== undefined && (file.proof !== undefined || file.kind === 'accounts' || file.kind === 'passwords');
}

const SET_ID = 0o6000;
const WRITABLE_BY_ALL = 0o002;

/**
 * Whether a rule may report an entry. The permissions of a link have no meaning. Those of an entry that a container
 * does not see have none either.
 */
export function isNotable({
  path,
  kind,
  mode,
  removedBy,
}: Pick<ImageEntry, 'path' | 'kind' | 'mode' | 'removedBy'>): boolean {
  const permissions =
    removedBy === undefined &&
    (kind === 'folder'
      ? (mode & WRITABLE_BY_ALL) !== 0
      : (kind === 'file' || kind === 'hardlink') && (mode & (SET_ID | WRITABLE_BY_ALL)) !== 0);
  return permissions || (kind !== 'folder' && notableFile(path) !== undefined);
}
