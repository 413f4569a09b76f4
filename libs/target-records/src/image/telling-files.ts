import type { ImageEntry } from './image';

/** What a file is by its name. */
export type TellingKind =
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

export interface TellingFile {
  readonly kind: TellingKind;
  /** The path ends so, from the beginning of a segment. */
  readonly path: RegExp;
  /** What must be in it for the name to be true: `.npmrc` often has no token. Without one the name is enough. */
  readonly proof?: RegExp;
}

const at = (path: string): RegExp => new RegExp(`(?:^|/)${path}$`);
/** From the root: what lies elsewhere by this name is not what the system reads. */
const only = (path: string): RegExp => new RegExp(`^${path}$`);
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s*[A-Za-z0-9+/]/;

/**
 * The first that fits says what a file is. Proofs look within one line: of a hostile file of blank lines `\s*` would
 * read the rest once a line.
 */
export const TELLING_FILES: readonly TellingFile[] = [
  { kind: 'accounts', path: only('etc/passwd') },
  { kind: 'passwords', path: only('etc/shadow') },
  { kind: 'sudo rules', path: only('etc/sudoers(?:\\.d/[^/]+)?'), proof: /^[^#\n]*\bNOPASSWD[ \t]*:/m },
  { kind: 'docker socket', path: only('(?:var/)?run/docker\\.sock') },
  { kind: 'host key', path: only('etc/ssh/ssh_host_[a-z0-9]+_key'), proof: PRIVATE_KEY },
  {
    kind: 'private key',
    path: at('(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[^/]+\\.(?:pem|key|ppk))'),
    proof: new RegExp(`${PRIVATE_KEY.source}|^PuTTY-User-Key-File-`),
  },
  { kind: 'key store', path: at('[^/]+\\.(?:p12|pfx|kdbx|keytab)') },
  { kind: 'credentials', path: at('\\.aws/credentials'), proof: /^[ \t]*aws_secret_access_key[ \t]*=[ \t]*\S/im },
  {
    kind: 'credentials',
    path: at('\\.docker/config\\.json'),
    proof: /"(?:auth|identitytoken|registrytoken)"[ \t]*:[ \t]*"[^"]/,
  },
  { kind: 'credentials', path: at('\\.dockercfg'), proof: /"auth"[ \t]*:[ \t]*"[^"]/ },
  {
    kind: 'credentials',
    path: at('\\.npmrc'),
    proof: /^[^#;\n]*_(?:authToken|auth|password)[ \t]*=[ \t]*(?!\$\{)\S/im,
  },
  {
    kind: 'credentials',
    path: at('\\.yarnrc\\.yml'),
    proof: /^[ \t]*npmAuth(?:Token|Ident)[ \t]*:[ \t]*(?!["']?\$\{)\S/m,
  },
  { kind: 'credentials', path: at('\\.pypirc'), proof: /^[ \t]*password[ \t]*[=:][ \t]*\S/m },
  { kind: 'credentials', path: at('[._]netrc'), proof: /\bpassword[ \t]+\S/ },
  { kind: 'credentials', path: at('\\.git-credentials'), proof: /:\/\/[^\s/@]+@/ },
  {
    kind: 'credentials',
    path: at('\\.kube/config'),
    proof: /^[ \t]*(?:-[ \t]*)?(?:token|password|client-key-data)[ \t]*:[ \t]*\S/m,
  },
  {
    kind: 'credentials',
    path: at('\\.config/gcloud/(?:application_default_credentials\\.json|credentials\\.db|legacy_credentials/.+)'),
  },
  { kind: 'credentials', path: at('\\.azure/(?:accessTokens\\.json|msal_token_cache\\.json)') },
  { kind: 'credentials', path: at('\\.config/gh/hosts\\.yml'), proof: /^[ \t]*oauth_token[ \t]*:[ \t]*\S/m },
  { kind: 'credentials', path: at('\\.pgpass'), proof: /^[^#\n]+:[^:\n]+$/m },
  { kind: 'credentials', path: at('\\.my\\.cnf'), proof: /^[ \t]*password[ \t]*=[ \t]*\S/m },
  { kind: 'credentials', path: at('\\.(?:vault-token|terraform\\.d/credentials\\.tfrc\\.json)') },
  {
    kind: 'environment file',
    path: at('\\.env(?:\\.(?!example$|sample$|template$|dist$)[\\w-]+)?'),
    proof: /^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*["']?[^\s"'#]/m,
  },
  { kind: 'version control', path: at('\\.(?:git/(?:HEAD|config)|hg/(?:requires|hgrc)|svn/(?:entries|wc\\.db))') },
  { kind: 'shell history', path: at('\\.(?:(?:ba|z|k)?sh|mysql|psql|python|node_repl|rediscli|sqlite)_history') },
  { kind: 'package cache', path: only('var/lib/apt/lists/(?!lock$|partial$|auxfiles$).+') },
  { kind: 'package cache', path: only('var/cache/(?:apt/archives/[^/]+\\.deb|apk/.+|(?:yum|dnf|libdnf5)/.+)') },
  {
    kind: 'package cache',
    path: only('(?:root|home/[^/]+)/(?:\\.cache/(?:pip|yarn|go-build)|\\.npm/_cacache|\\.yarn/cache)/.+'),
  },
];

export const tellingFile = (path: string): TellingFile | undefined =>
  TELLING_FILES.find((file) => file.path.test(path));

/** Whether what is in it decides. */
export function readsContentOf(path: string): boolean {
  const file = tellingFile(path);
  return file !== undefined && (file.proof !== undefined || file.kind === 'accounts' || file.kind === 'passwords');
}

const SET_ID = 0o6000;
const WRITABLE_BY_ALL = 0o002;

/**
 * Whether a rule may have something to say of an entry. A link's own permissions mean nothing; nor do those of what a
 * container does not see.
 */
export function isTelling({
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
  return permissions || (kind !== 'folder' && tellingFile(path) !== undefined);
}
