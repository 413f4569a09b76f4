import { mkdir } from 'node:fs/promises';
import { unpackArchive } from '../archive/unpack-archive';
import { filesOf, imageIdentity, leftOutOf, limitsOf } from '../image/image-files';
import { loadImageArchive } from '../image/load-image-archive';
import { pullImage } from '../image/pull-image';
import type { RegistryFetch } from '../image/registry-client';
import { filesystemRecord, imageRecord, packagesRecord } from '../image/write-image-records';
import { readBuild } from '../mobile/read-build';
import { parseAllowedTargets } from '../network/allow-list';
import { type TargetGuard, createTargetGuard } from '../network/guard';
import { guardedFetch } from '../network/guarded-fetch';
import { fetchPackage } from '../package/fetch-package';
import { shipsBuildOutput } from '../package/what-is-shipped';
import type { NoHistory, RepositoryHistory } from '../repository/read-history';
import { SHARE_OF_HISTORY, readRepository } from '../repository/read-repository';
import { readWorkingTree } from '../repository/working-tree/read-working-tree';
import { stagingFailed } from '../staging/errors';
import type { TargetContent } from '../staging/stage-target';
import type { WriteBudget } from '../staging/write-budget';
import type { UnpackedImage } from '@assay/target-records';
import type { AcquireJob, AcquiredFacts, HistoryParts, ImageParts, TargetJob } from './target-job';

type Context = Pick<TargetJob, 'target' | 'limits' | 'allowedTargets'> & {
  readonly writes: WriteBudget;
  readonly onProgress: (progress: object) => void;
};

interface Acquired {
  readonly content: TargetContent;
  readonly facts: AcquiredFacts;
}

/** From a registry to a store, and on to the store's own address. */
const REDIRECTS = 3;

/**
 * Brings a target to the folder of the job.
 * @throws PackageUnreadable, RepositoryUnreadable, ImageRefused, ArchiveRefused, TargetNotAllowed, TargetUnreachable,
 *   TargetUnreadable, TargetTooLarge, InfrastructureError
 */
export function acquire(job: AcquireJob, context: Context): Promise<Acquired> {
  switch (job.kind) {
    case 'archive':
      return archive(job, context);
    case 'build':
      return build(job, context);
    case 'saved-image':
      return savedImage(job, context);
    case 'image':
      return image(job, context);
    case 'package':
      return packaged(job, context);
    case 'repository':
      return repository(job, context);
    case 'working-tree':
      return workingTree(job, context);
  }
}

type Job<Kind extends AcquireJob['kind']> = Extract<AcquireJob, { kind: Kind }>;

const unpacking = ({ limits: { bytes, files, depth } }: Context) => ({ bytes, entries: files, depth });

async function archive({ file }: Job<'archive'>, context: Context): Promise<Acquired> {
  const { target, writes, onProgress } = context;
  const { root, leftOut } = await unpackArchive({
    file,
    destination: target,
    limits: unpacking(context),
    writes,
    onProgress,
  });
  return { content: { source: { folder: root } }, facts: { leftOut } };
}

async function build(job: Job<'build'>, context: Context): Promise<Acquired> {
  const { file, build: kind, readable, recorded, at } = job;
  const { target, writes, onProgress } = context;
  const { source, record, identity, leftOut } = await readBuild({
    kind,
    file,
    destination: target,
    readable,
    now: new Date(at),
    limits: unpacking(context),
    writes,
    onProgress,
  });
  const { identifier, version } = identity;
  return {
    content: { ...(readable && { source }), ...(recorded && { records: [record] }) },
    facts: { leftOut, ...(identifier !== null && { identifier }), ...(version !== null && { version }) },
  };
}

async function savedImage(job: Job<'saved-image'>, context: Context): Promise<Acquired> {
  const { target, limits, writes, onProgress } = context;
  const loaded = await loadImageArchive({
    file: job.file,
    destination: target,
    ...(job.name !== undefined && { name: job.name }),
    limits: limitsOf(limits),
    withLayers: job.source || job.filesystem || job.packages,
    writes,
    onProgress,
  });
  return ofImage(loaded, job.name ?? loaded.names[0] ?? job.filename, job);
}

async function image(job: Job<'image'>, context: Context): Promise<Acquired> {
  const { target, limits, writes, onProgress } = context;
  const guard = guardOf(context);
  const ends = performance.now() + limits.time;
  const fetch: RegistryFetch = (request) =>
    // The size of a registry's response is limited by the manifest.
    guardedFetch({
      ...request,
      guard,
      limits: {
        bytes: Number.MAX_SAFE_INTEGER,
        redirects: REDIRECTS,
        time: Math.max(1, Math.round(ends - performance.now())),
      },
    });
  const pulled = await pullImage({
    reference: job.reference,
    registry: job.registry,
    fetch,
    destination: target,
    limits: limitsOf(limits),
    withLayers: job.source || job.filesystem,
    writes,
    onProgress,
  });
  return ofImage(pulled, job.name, job);
}

async function ofImage(unpacked: UnpackedImage, name: string, parts: ImageParts): Promise<Acquired> {
  const path = imageIdentity(name);
  return {
    content: {
      ...(parts.source && { source: filesOf(unpacked) }),
      records: [
        ...(parts.configuration ? [imageRecord(unpacked, path, parts.at)] : []),
        ...(parts.filesystem ? [await filesystemRecord(unpacked, path)] : []),
        ...(parts.packages ? await packagesRecord(unpacked, path) : []),
      ],
    },
    facts: { leftOut: leftOutOf(unpacked.entries), name, digest: unpacked.digest },
  };
}

async function packaged({ reference, registry }: Job<'package'>, context: Context): Promise<Acquired> {
  const { target, limits, writes, onProgress } = context;
  const { bytes, time } = limits;
  const { name, version, integrity, directory, leftOut } = await fetchPackage({
    reference,
    registry,
    guard: guardOf(context),
    destination: target,
    limits: { bytes, time, unpacked: unpacking(context) },
    writes,
    onProgress,
  });
  const source = { folder: directory, isBuilt: await shipsBuildOutput(directory) };
  return { content: { source }, facts: { leftOut, name, version, integrity } };
}

async function repository(job: Job<'repository'>, { target, limits, writes }: Context): Promise<Acquired> {
  const { gitDirectory, name, branch, memoryMb, history } = job;
  const { bytes, files, depth, time } = limits;
  await makeFolder(target);
  const read = await readRepository({
    gitDirectory,
    name,
    branch,
    folder: target,
    confined: true,
    limits: { bytes, files, time, memoryMb },
    writes,
    signal: NEVER,
    ...(history && {
      history:
        history.unavailable === undefined
          ? { bytes: Math.min(history.bytes, bytes), files, depth }
          : { unavailable: history.unavailable },
    }),
  });
  const { directory, commit, committedAt, notWritten } = read;
  const leftOut = [
    { path: '(in the repository)', reason: 'symbolic link', count: notWritten.symbolicLinks },
    { path: '(in the repository)', reason: 'submodule', count: notWritten.submodules },
    ...(read.history && 'leftOut' in read.history ? read.history.leftOut : []),
  ].filter(({ count }) => count > 0);
  return {
    content: { source: { folder: directory }, ...(read.history && history && partsOf(read.history, history)) },
    facts: { leftOut, commit, ...(committedAt !== undefined && { committedAt }) },
  };
}

async function workingTree(job: Job<'working-tree'>, { target, limits, writes }: Context): Promise<Acquired> {
  const { source, memoryMb, commits, history } = job;
  const { bytes, files, depth, time } = limits;
  await makeFolder(target);
  const found =
    history.unavailable !== undefined
      ? { unavailable: history.unavailable }
      : await readWorkingTree({
          directory: source.folder,
          folder: target,
          limits: { bytes, files, time: time * SHARE_OF_HISTORY, memoryMb },
          history: { bytes: Math.min(history.bytes, bytes), files, depth, commits },
          writes,
          signal: NEVER,
        });
  return {
    content: { source, ...(found && partsOf(found, history)) },
    facts: { leftOut: found && 'leftOut' in found ? found.leftOut : [] },
  };
}

/** Canceling the job ends this process. */
const NEVER = new AbortController().signal;

const makeFolder = (path: string): Promise<unknown> =>
  mkdir(path).catch((error: unknown) => {
    throw stagingFailed(error);
  });

/** The report about a history, as the parts that a tool reads. */
function partsOf(history: RepositoryHistory | NoHistory, wanted: HistoryParts): Omit<TargetContent, 'source'> {
  if ('unavailable' in history) return { unavailable: { history: history.unavailable, records: history.unavailable } };
  return {
    ...(wanted.versions && { history: { folder: history.directory, naming: 'versions' as const } }),
    ...(wanted.records && { records: [{ name: 'commits.json', path: '(history)', content: history.record }] }),
  };
}

/** The list was checked when the service started. */
function guardOf({ allowedTargets }: Context): TargetGuard {
  const allowed = parseAllowedTargets(allowedTargets);
  if (!allowed.ok) throw new Error(`ASSAY_ALLOWED_TARGETS is wrong: ${allowed.refusal}`);
  return createTargetGuard({ allowed: allowed.value });
}
