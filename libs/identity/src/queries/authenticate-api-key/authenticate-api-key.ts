import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, type TierId, refused, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ApiKeyCache, type CachedKey } from '../../api-key-cache';
import { apiKey, apiKeyStream, isGood } from '../../domain/api-key';
import type { Permission } from '../../domain/permissions';
import { tierNow } from '../../domain/organization';
import { KeyUseRecorder } from '../../key-use-recorder';
import { loadOrganization } from '../../organizations';
import { hashOfKey, looksLikeKey } from '../../raw-key';
import { apiKeyDocuments } from '../documents';

export interface Authenticated {
  readonly organizationId: string;
  readonly keyId: string;
  readonly permissions: readonly Permission[];
  readonly tier: TierId;
}

/** Who a key speaks for. Refused: INVALID_API_KEY, without telling an unknown key from a revoked or an expired one. */
export class AuthenticateApiKey extends Query<Authenticated> {
  constructor(readonly input: { readonly key: string }) {
    super();
  }
}

@QueryHandler(AuthenticateApiKey)
export class AuthenticateApiKeyHandler implements IQueryHandler<AuthenticateApiKey> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly cache: ApiKeyCache,
    private readonly uses: KeyUseRecorder,
  ) {}

  async execute({ input }: AuthenticateApiKey): Promise<Authenticated> {
    if (!looksLikeKey(input.key)) return invalid();
    // Found by its hash and never compared: there is no comparison whose time could tell an attacker anything.
    const hash = hashOfKey(input.key);
    const found = this.cache.get(hash) ?? (await this.lookUp(hash));
    const at = timestamp(this.clock);
    if (found === undefined || !isGood(found.key, at)) return invalid();
    await this.uses.record(found.key, at);
    const { id: keyId, organizationId, permissions } = found.key;
    return { organizationId, keyId, permissions, tier: tierNow(found.organization, at).tier };
  }

  /**
   * The read model says which key it is; whether it is good, its own stream says: the read model may not know of the
   * revocation yet.
   */
  private async lookUp(hash: string): Promise<CachedKey | undefined> {
    const begunAt = this.cache.begin();
    const [stored] = await this.readModels.collection(apiKeyDocuments).find({ where: { hash }, limit: 1 });
    if (stored === undefined) return undefined;
    const { state: key } = await load(this.events, apiKeyStream(stored.document.keyId), apiKey);
    if (key === undefined || key.hash !== hash) return undefined;
    const organization = await loadOrganization(this.events, key.organizationId);
    this.cache.put(hash, { key, organization }, begunAt);
    return { key, organization };
  }
}

const invalid = (): never => refused('INVALID_API_KEY', 'Invalid or expired API key');
