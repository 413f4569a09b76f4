import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { deterministicUuid, messageOf } from '@assay/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type ApiKey, type ApiKeyUsed, apiKeyUseStream } from './domain/api-key';

const HOUR = 'YYYY-MM-DDTHH'.length;
const MAX_KEYS = 10_000;

/** Records that a key is in use: once a key and hour, whatever the number of requests and processes. */
@Injectable()
export class KeyUseRecorder {
  private readonly logger = new Logger(KeyUseRecorder.name);
  private readonly recorded = new LRUCache<string, string>({ max: MAX_KEYS });

  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  /** Never fails: a request is not refused because the time of it could not be noted. */
  async record({ id: keyId, organizationId }: ApiKey, at: string): Promise<void> {
    const hour = at.slice(0, HOUR);
    if (this.recorded.get(keyId) === hour) return;
    this.recorded.set(keyId, hour);
    const used: ApiKeyUsed = { type: 'ApiKeyUsed', data: { keyId, organizationId, at } };
    try {
      await this.events.append(apiKeyUseStream(keyId), [
        { ...used, id: deterministicUuid(`api-key-used/${keyId}/${hour}`) },
      ]);
    } catch (error) {
      this.recorded.delete(keyId);
      this.logger.warn(`the use of key ${keyId} was not recorded: ${messageOf(error)}`);
    }
  }
}
