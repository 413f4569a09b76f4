import { type Settings, SETTINGS, refused } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';

/** Counts the event streams that each organization has open in this process, and refuses more than its limit. */
@Injectable()
export class OpenStreams {
  private readonly open = new Map<string, number>();

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'maxStreams'>) {}

  /** @returns what must be called once, when the stream has ended. @throws RefusedError STREAM_LIMIT_REACHED */
  take(organizationId: string): () => void {
    const { maxStreams } = this.settings;
    const before = this.open.get(organizationId) ?? 0;
    if (before >= maxStreams)
      return refused(
        'STREAM_LIMIT_REACHED',
        `More than ${maxStreams} event streams of the organization are open; ` +
          'close one, or poll GET /api/sessions/<id> instead',
      );
    this.open.set(organizationId, before + 1);
    return () => {
      const left = this.open.get(organizationId)! - 1;
      if (left === 0) this.open.delete(organizationId);
      else this.open.set(organizationId, left);
    };
  }
}
