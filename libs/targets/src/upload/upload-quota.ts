import type { Upload } from './upload-store';

/** The most bytes of all uploads that are kept or being received at one time. */
export interface UploadLimits {
  readonly organizationBytes: number;
  readonly totalBytes: number;
}

/** There is no room for an upload until others expire. */
export class UploadQuotaReached extends Error {
  constructor(
    /** The quota that is full: the organization's, or that of all together. */
    readonly scope: 'organization' | 'all',
    message: string,
  ) {
    super(message);
    this.name = 'UploadQuotaReached';
  }
}

type Kept = Pick<Upload, 'organizationId' | 'size' | 'expiresAt'>;

/** The store of the kept uploads. */
interface KeptUploads {
  ids(): Promise<readonly string[]>;
  read(id: string): Promise<Kept | undefined>;
  removeExpired(): Promise<unknown>;
}

/**
 * Counts the bytes of uploads: of those that are kept, by any process, and of those that this process receives. An
 * upload that another process receives counts once it is kept.
 */
export class UploadQuota {
  private readonly kept = new Map<string, Kept>();
  private readonly bytesOf = new Map<string, number>();
  private bytesInAll = 0;

  constructor(
    private readonly uploads: KeptUploads,
    private readonly limits: UploadLimits,
    /** Bytes of the largest single upload: if it would not fit, expired uploads are removed first. */
    private readonly largest: number,
  ) {}

  /** @throws UploadQuotaReached if there is no room left */
  async begin(organizationId: string): Promise<IncomingBytes> {
    await this.refresh();
    if (!this.hasRoom(organizationId, this.largest)) {
      await this.uploads.removeExpired();
      await this.refresh();
    }
    this.refuseBeyond(organizationId, 1);
    let received = 0;
    return {
      take: (bytes) => {
        this.refuseBeyond(organizationId, bytes);
        this.add(organizationId, bytes);
        received += bytes;
      },
      keep: (id, upload) => {
        // A refresh for another upload may have counted it already.
        if (this.kept.has(id)) this.add(organizationId, -received);
        else this.kept.set(id, upload);
      },
      giveBack: () => this.add(organizationId, -received),
    };
  }

  /** Reads only unknown uploads: an upload does not change. */
  private async refresh(): Promise<void> {
    const ids = new Set(await this.uploads.ids());
    for (const [id, { organizationId, size }] of this.kept)
      if (!ids.has(id)) {
        this.kept.delete(id);
        this.add(organizationId, -size);
      }
    for (const id of ids) {
      const upload = this.kept.has(id) ? undefined : await this.uploads.read(id);
      if (!upload || this.kept.has(id)) continue;
      this.kept.set(id, upload);
      this.add(upload.organizationId, upload.size);
    }
  }

  private add(organizationId: string, bytes: number): void {
    this.bytesInAll += bytes;
    const left = this.of(organizationId) + bytes;
    if (left === 0) this.bytesOf.delete(organizationId);
    else this.bytesOf.set(organizationId, left);
  }

  private of(organizationId: string): number {
    return this.bytesOf.get(organizationId) ?? 0;
  }

  private hasRoom(organizationId: string, bytes: number): boolean {
    const { organizationBytes, totalBytes } = this.limits;
    return this.of(organizationId) + bytes <= organizationBytes && this.bytesInAll + bytes <= totalBytes;
  }

  private refuseBeyond(organizationId: string, bytes: number): void {
    if (this.hasRoom(organizationId, bytes)) return;
    const { organizationBytes } = this.limits;
    if (this.of(organizationId) + bytes > organizationBytes) {
      const [first] = [...this.kept.values()]
        .filter((each) => each.organizationId === organizationId)
        .map(({ expiresAt }) => expiresAt)
        .sort();
      throw new UploadQuotaReached(
        'organization',
        `the organization's uploads may have ${organizationBytes.toLocaleString('en')} bytes together: ` +
          `send a smaller one${first === undefined ? '' : `, or wait until ${first}, when the first of them expires`}`,
      );
    }
    throw new UploadQuotaReached('all', 'the service has no room for further uploads now: try again in an hour');
  }
}

/** The bytes of one upload while it is received. Ends with `keep` or `giveBack`, once. */
export interface IncomingBytes {
  /** @throws UploadQuotaReached */
  take(bytes: number): void;
  keep(id: string, upload: Kept): void;
  giveBack(): void;
}
