import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type EcosystemName, type Imported, importAdvisories } from '@assay/advisories';
import { type Clock, InvalidSetting, type Settings } from '@assay/kernel';
import { type TargetGuard, createTargetGuard, guardedFetch, parseAllowedTargets } from '@assay/targets';

interface BringOptions {
  readonly ecosystem: EcosystemName;
  /** Where the zips are: `<address>/<ecosystem>/all.zip`. */
  readonly address: string;
  /** The folder of the databases. */
  readonly folder: string;
  readonly guard: TargetGuard;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (words: string) => void;
}

/** Bytes of a zip; that of npm has some 150 MB. */
const MOST_BYTES = 4 * 1024 * 1024 * 1024;
/** Milliseconds for one zip. */
const MOST_TIME = 3_600_000;
const REDIRECTS = 5;

/**
 * Brings all advisories of an ecosystem, so that nobody learns which packages are in use, and makes their database. The
 * one that was there stays until the new one is whole.
 * @throws TargetNotAllowed, TargetUnreachable, TargetTooLarge, ImportRefused, the signal's reason
 */
export async function bringAdvisories(options: BringOptions): Promise<Imported> {
  const { ecosystem, address, folder, guard, clock, signal, onProgress } = options;
  const url = `${address}/${encodeURIComponent(ecosystem)}/all.zip`;
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, '.incoming-'));
  try {
    const zip = join(scratch, 'all.zip');
    const limits = { bytes: MOST_BYTES, redirects: REDIRECTS, time: MOST_TIME };
    const answer = await guardedFetch({ url, guard, limits, signal });
    if (answer.status !== 200) {
      answer.discard();
      throw new Error(`${url} answered ${answer.status}`);
    }
    const announced = Number(answer.headers['content-length']);
    let received = 0;
    const body = Readable.from(answer.body).on('data', (piece: Buffer) => {
      received += piece.length;
      onProgress(announced > 0 ? `${Math.floor((received / announced) * 100)} %` : `${Math.floor(received / 1e6)} MB`);
    });
    await pipeline(body, createWriteStream(zip), { signal });
    return await importAdvisories({
      path: zip,
      folder,
      ecosystems: [ecosystem],
      source: url,
      clock,
      onProgress: (documents) => {
        signal.throwIfAborted();
        onProgress(`${documents} advisories`);
      },
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @throws InvalidSetting */
export function guardOf({ allowedTargets = '' }: Pick<Settings, 'allowedTargets'>): TargetGuard {
  const allowed = parseAllowedTargets(allowedTargets);
  if (!allowed.ok) throw new InvalidSetting('ASSAY_ALLOWED_TARGETS', allowedTargets, `is wrong: ${allowed.refusal}`);
  return createTargetGuard({ allowed: allowed.value });
}
