import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ArchiveLimits, type LeftOut, unpackArchive } from '../archive';
import { TargetUnreadable, stagingFailed } from '../staging/errors';
import { readBody } from '../network/body';
import { type Deadline, openDeadline } from '../network/deadline';
import { TargetUnreachable } from '../network/errors';
import type { TargetGuard } from '../network/guard';
import { type GuardedResponse, guardedFetch } from '../network/guarded-fetch';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import { chooseVersion } from './choose-version';
import { PackageUnreadable } from './errors';
import { readIntegrity, verifier } from './integrity';
import { type PackageFacts, packageFacts } from './package-facts';
import { type PackageReference, parsePackageReference } from './package-reference';
import { type Packument, type VersionManifest, readManifest, readPackument } from './packument';

interface PackageLimits {
  /** Bytes of the packument, which describes all versions. That of typescript has 13 MB. */
  readonly metadataBytes: number;
  /** Bytes of the packed version. */
  readonly bytes: number;
  /** Milliseconds for everything. */
  readonly time: number;
  /** Limits of the unpacked version. */
  readonly unpacked?: Partial<ArchiveLimits>;
}

const DEFAULT_PACKAGE_LIMITS: PackageLimits = {
  metadataBytes: 64 * 1024 * 1024,
  bytes: 200 * 1024 * 1024,
  time: 300_000,
};

export interface FetchPackageOptions {
  /** `name`, `name@version`, `name@range`, `name@tag` or `pkg:npm/name@version`. */
  readonly reference: string;
  /** The registry's base address (`ASSAY_PKGREG_URL`). */
  readonly registry: string;
  readonly guard: TargetGuard;
  /** A folder that this creates and that must not exist. It is removed when fetching fails. */
  readonly destination: string;
  readonly limits?: Partial<PackageLimits>;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (received: { readonly bytes: number }) => void;
}

interface FetchedPackage {
  readonly name: string;
  readonly version: string;
  /** The verified hash, the strongest that the registry gives: `sha512-…`. */
  readonly integrity: string;
  readonly deprecated?: string;
  /** ISO 8601. */
  readonly publishedAt?: string;
  /** The folder of the files, for `stageDirectory`: the contents of `package/` in the tarball. */
  readonly directory: string;
  readonly packedBytes: number;
  readonly files: number;
  readonly leftOut: readonly LeftOut[];
  readonly facts: PackageFacts;
}

const REDIRECTS = 5;

/**
 * Fetches one version of a package and unpacks it. Nothing is installed or run, and dependencies are not fetched.
 * pacote is not used: it opens its own connections, so the guard could not enforce the addresses that it has checked.
 * @throws PackageUnreadable, ArchiveRefused, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError,
 *   the signal's reason
 */
export async function fetchPackage(options: FetchPackageOptions): Promise<FetchedPackage> {
  const limits = { ...DEFAULT_PACKAGE_LIMITS, ...options.limits };
  const parsed = parsePackageReference(options.reference);
  if (!parsed.ok) throw new PackageUnreadable('the package', 'malformed reference', parsed.refusal.message);
  const deadline = openDeadline(limits.time, options.signal);
  try {
    const packument = await fetchPackument(options, limits, parsed.value, deadline);
    const manifest = readManifest(packument, chooseVersion(packument, parsed.value.wanted));
    await makeDestination(options.destination);
    try {
      return await fetchVersion(options, limits, packument, manifest, deadline);
    } catch (error) {
      await removeStaged(options.destination);
      throw error;
    }
  } catch (error) {
    if (deadline.expired() && error === deadline.signal.reason)
      throw new TargetUnreachable(
        parsed.value.name,
        'time',
        `it was not fetched within ${limits.time.toLocaleString('en')} ms`,
        { cause: error },
      );
    throw error;
  } finally {
    deadline.close();
  }
}

/** Fetches the full packument, because the short one for installers lacks the times of publication. */
async function fetchPackument(
  { registry, guard }: FetchPackageOptions,
  limits: PackageLimits,
  { name }: PackageReference,
  deadline: Deadline,
): Promise<Packument> {
  const url = `${registry.replace(/(?<!\/)\/+$/, '')}/${name.replace('/', '%2f')}`;
  const response = await guardedFetch({
    url,
    guard,
    headers: { accept: 'application/json' },
    limits: { bytes: limits.metadataBytes, redirects: REDIRECTS, time: limits.time },
    signal: deadline.signal,
  });
  requireOk(response, name);
  return readPackument((await readBody(response.body)).toString('utf8'), name);
}

async function fetchVersion(
  options: FetchPackageOptions,
  limits: PackageLimits,
  packument: Packument,
  manifest: VersionManifest,
  deadline: Deadline,
): Promise<FetchedPackage> {
  const { name } = packument;
  const { version, deprecated, tarball } = manifest;
  const shown = `${name}@${version}`;
  const promised = readIntegrity(manifest.integrity, manifest.shasum);
  if (promised === undefined)
    throw new PackageUnreadable(shown, 'no integrity', 'the registry promises no hash of it that can be checked');
  const response = await guardedFetch({
    url: tarball,
    guard: options.guard,
    limits: { bytes: limits.bytes, redirects: REDIRECTS, time: limits.time },
    signal: deadline.signal,
  });
  requireOk(response, shown);
  const file = join(options.destination, 'package.tgz');
  const verification = verifier(promised);
  let packedBytes = 0;
  await save(
    file,
    onEachChunk(response.body, (chunk) => {
      options.writes?.take(chunk.length);
      verification.update(chunk);
      options.onProgress?.({ bytes: (packedBytes += chunk.length) });
    }),
  );
  const integrity = verification.verified();
  if (integrity === undefined)
    throw new PackageUnreadable(
      shown,
      'wrong integrity',
      `what was received is not what the registry promises (${promised.algorithm})`,
    );
  const unpacked = await unpackArchive({
    file,
    destination: join(options.destination, 'unpacked'),
    signal: deadline.signal,
    ...(options.writes && { writes: options.writes }),
    ...(limits.unpacked && { limits: limits.unpacked }),
  });
  const publishedAt = packument.times.get(version);
  return {
    name,
    version,
    integrity,
    ...(deprecated !== undefined && { deprecated }),
    ...(publishedAt !== undefined && { publishedAt }),
    directory: await contentOf(unpacked.root),
    packedBytes,
    files: unpacked.files,
    leftOut: unpacked.leftOut,
    facts: packageFacts(packument, manifest),
  };
}

function requireOk(response: GuardedResponse, shown: string): void {
  const { status } = response;
  if (status === 200) return;
  response.discard();
  if (status === 404 || status === 410)
    throw new PackageUnreadable(shown, 'missing package', 'the registry does not have it');
  if ([401, 402, 403, 451].includes(status))
    throw new PackageUnreadable(shown, 'closed', `the registry does not give it to us (${status})`);
  if (status >= 500 || status === 429) throw new TargetUnreachable(shown, 'answer', `the registry fails (${status})`);
  throw new PackageUnreadable(shown, 'registry', `the registry answers with the status ${status}`);
}

async function* onEachChunk(body: AsyncIterable<Buffer>, use: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    use(chunk);
    yield chunk;
  }
}

async function save(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    await pipeline(Readable.from(content), createWriteStream(file, { flags: 'wx' }));
  } catch (error) {
    // An error with a system call comes from the disk. Errors of receiving already have a clear message.
    if ((error as NodeJS.ErrnoException).syscall !== undefined && !(error instanceof TargetUnreadable))
      throw stagingFailed(error);
    throw error;
  }
}

async function makeDestination(destination: string): Promise<void> {
  try {
    await mkdir(destination); // EEXIST means that somebody else owns the folder, so it must not be removed
  } catch (error) {
    throw stagingFailed(error);
  }
}

/** npm packs everything in one folder, usually `package`. When it unpacks, it strips the first folder of any name. */
async function contentOf(root: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries.length === 1 && entries[0]!.isDirectory() ? join(root, entries[0]!.name) : root;
}
