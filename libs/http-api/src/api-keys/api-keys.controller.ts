import {
  type Authenticated,
  CreateApiKey,
  ListApiKeys,
  ListKeyDescendants,
  RevokeApiKey,
  apiKeyDocuments,
} from '@assay/identity';
import { type Settings, SETTINGS, deterministicId, refused } from '@assay/kernel';
import { Body, Controller, Delete, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { offsetOf } from '../http/paging.dto';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { CreateApiKeyDto, ListApiKeysDto, RevokeApiKeyDto } from './api-keys.dto';
import { ApiKeyCreated, ApiKeyList, ApiKeyRevoked } from './api-keys.responses';

@ApiTags('settings')
@Controller('api/settings/api-keys')
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ApiOperation({
    summary: 'List API keys',
    description: 'Without the keys themselves: each is shown once, when it is created.',
  })
  @Answers(200, ApiKeyList, 'Those that are not revoked, newest first.')
  @Get()
  @Requires('keys:read')
  async list(@Caller() { organizationId }: Authenticated, @Query() paging: ListApiKeysDto): Promise<ApiKeyList> {
    const { limit } = paging;
    const offset = offsetOf(paging);
    const { apiKeys, total } = await this.queries.execute(new ListApiKeys({ organizationId, limit, offset }));
    return { apiKeys, pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: 'Create an API key',
    description:
      'With permissions or a preset, none that the calling key lacks, and for no longer than the calling key has. ' +
      'The answer holds the key, this one time. Repeated with the same Idempotency-Key the answer has `key: null`, ' +
      'because the key is stored nowhere: whoever lost the first answer revokes that key and makes another.',
  })
  @Answers(201, ApiKeyCreated, 'The new key.')
  @Refuses('CONFLICT', 'API_KEY_LIMIT_REACHED')
  @Post()
  @Requires('keys:write')
  @HoldsSecrets({ answer: ['key'] })
  async create(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { name, permissions, preset, expiresAt }: CreateApiKeyDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<ApiKeyCreated> {
    if ((permissions === undefined) === (preset === undefined))
      return refused('VALIDATION_ERROR', 'Either permissions or preset is needed, not both', [
        { field: 'permissions', message: 'either permissions or preset is needed' },
      ]);
    const { apiKey, key, position } = await this.commands.execute(
      new CreateApiKey({
        organizationId,
        name,
        permissions,
        preset,
        expiresAt: expiresAt ?? null,
        grantedBy: { keyId },
        limit: this.settings.maxApiKeys,
        ...(seed !== undefined && { keyId: deterministicId('key', seed) }),
      }),
    );
    await this.readYourWrites.awaited(position, [apiKeyDocuments]);
    return { apiKey, key };
  }

  @ApiOperation({
    summary: 'Revoke an API key',
    description:
      'At once. The keys that it made go on working, and are in the answer: whoever had a leaked key may have made ' +
      'some. With `descendants=true`, also afterwards, they are revoked, too.',
  })
  @Answers(200, ApiKeyRevoked, 'It no longer works.')
  @Refuses('API_KEY_NOT_FOUND')
  @Delete(':keyId')
  @Requires('keys:write')
  async revoke(
    @Caller() { organizationId }: Authenticated,
    @Param('keyId') keyId: string,
    @Query() { descendants: all }: RevokeApiKeyDto,
  ): Promise<ApiKeyRevoked> {
    const { position } = await this.commands.execute(new RevokeApiKey({ organizationId, keyId }));
    // Revoked first: it makes no further keys, and all that it made are known by then.
    await this.readYourWrites.reached(position, [apiKeyDocuments]);
    const descendants = await this.queries.execute(new ListKeyDescendants({ organizationId, keyId }));
    if (!all) return { success: true, message: revokedMessage(keyId, descendants.length), descendants };
    for (const { id } of descendants) {
      const revoked = await this.commands.execute(new RevokeApiKey({ organizationId, keyId: id }));
      await this.readYourWrites.awaited(revoked.position, [apiKeyDocuments]);
    }
    return {
      success: true,
      message: `The API key is revoked, with the keys that it made: ${descendants.length}.`,
      descendants: [],
    };
  }
}

const revokedMessage = (keyId: string, descendants: number): string =>
  descendants === 0
    ? 'The API key is revoked.'
    : `The API key is revoked. Keys that it made still work: ${descendants}. ` +
      `DELETE /api/settings/api-keys/${keyId}?descendants=true revokes them, too.`;
