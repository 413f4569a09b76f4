import { ArchiveRefused, UploadQuotaReached, UploadTooLarge } from '@assay/targets';
import { plainText } from '@assay/source-text';
import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { ID_SOURCE, type IdSource, refused } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ReceivedUpload, receive, upload, uploadStream } from '../../domain/upload';
import { TARGET_SOURCES, type TargetSources } from '../../targets/target-sources';

/**
 * Refused: PAYLOAD_TOO_LARGE, UPLOAD_LIMIT_REACHED, UPLOAD_STORAGE_FULL, UNSUPPORTED_MEDIA_TYPE for a file that is not
 * an archive, VALIDATION_ERROR for an archive that cannot be read.
 */
export class ReceiveUpload extends Command<ReceivedUpload> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly receivedBy: string;
      readonly filename: string;
      /** Read once; not read to its end if the upload is refused. */
      readonly content: AsyncIterable<Uint8Array>;
    },
  ) {
    super();
  }
}

const MEGABYTE = 1024 * 1024;
const FILENAME_LENGTH = 200;
/** The faults of a file that is no archive at all, or of an unsupported format. */
const OTHER_KIND: ReadonlySet<string> = new Set(['NOT_AN_ARCHIVE', 'UNSUPPORTED_ARCHIVE']);

/**
 * Stores the file, and then records it: a crash in between leaves a file without a name, which expires like any other.
 */
@CommandHandler(ReceiveUpload)
export class ReceiveUploadHandler implements ICommandHandler<ReceiveUpload> {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input: { organizationId, receivedBy, filename, content } }: ReceiveUpload): Promise<ReceivedUpload> {
    const tier = await this.tiers.of(organizationId);
    const id = this.ids.next('upl');
    const kept = await this.sources.uploads
      .put({
        id,
        organizationId,
        filename: plainText(filename, FILENAME_LENGTH) || 'upload',
        content: atMost(tier.maxRepoSizeMb * MEGABYTE, content),
      })
      .catch(refuseUpload);
    const { filename: shown, kind, size, sha256, createdAt: at, expiresAt } = kept;
    const received: ReceivedUpload = {
      uploadId: id,
      organizationId,
      filename: shown,
      kind,
      size,
      sha256,
      by: receivedBy,
      at,
      expiresAt,
    };
    await decide(this.events, uploadStream(id), upload, (state) => receive(received, state), {
      metadata: { actor: receivedBy },
    });
    return received;
  }
}

async function* atMost(bytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of content) {
    if ((left -= piece.length) < 0) throw new UploadTooLarge(bytes);
    yield piece;
  }
}

function refuseUpload(error: unknown): never {
  if (error instanceof UploadTooLarge) return refused('PAYLOAD_TOO_LARGE', error.message);
  if (error instanceof UploadQuotaReached)
    return refused(error.scope === 'all' ? 'UPLOAD_STORAGE_FULL' : 'UPLOAD_LIMIT_REACHED', error.message);
  if (!(error instanceof ArchiveRefused)) throw error;
  if (OTHER_KIND.has(error.code)) return refused('UNSUPPORTED_MEDIA_TYPE', error.message);
  return refused('VALIDATION_ERROR', error.message, [{ field: 'file', message: error.message }]);
}
