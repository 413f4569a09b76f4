import { type Authenticated, CreateApiKey, ListApiKeys, RevokeApiKey, apiKeyDocuments } from '@assay/identity';
import { deterministicId, refused } from '@assay/kernel';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { Done } from '../openapi/done.response';
import { CreateApiKeyDto } from './api-keys.dto';
import { ApiKeyCreated, ApiKeyList } from './api-keys.responses';

@ApiTags('settings')
@Controller('api/settings/api-keys')
export class ApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  @ApiOperation({
    summary: 'List API keys',
    description: 'Without the keys themselves: each is shown once, when it is created.',
  })
  @Answers(200, ApiKeyList, 'Those that are not revoked, newest first.')
  @Get()
  @Requires('keys:read')
  async list(@Caller() { organizationId }: Authenticated): Promise<ApiKeyList> {
    return {
      apiKeys: await this.queries.execute(new ListApiKeys({ organizationId })),
    };
  }

  @ApiOperation({
    summary: 'Create an API key',
    description:
      'With permissions or a preset, none that the calling key lacks. The answer holds the key, this one time.',
  })
  @Answers(201, ApiKeyCreated, 'The new key.')
  @Refuses('CONFLICT')
  @Post()
  @Requires('keys:write')
  @HoldsSecrets({ answer: ['key'] })
  async create(
    @Caller() { organizationId, keyId, permissions: granted }: Authenticated,
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
        grantedBy: { keyId, permissions: granted },
        ...(seed === undefined ? {} : { keyId: deterministicId('key', seed) }),
      }),
    );
    await this.readYourWrites.awaited(position, [apiKeyDocuments]);
    return { apiKey, key };
  }

  @ApiOperation({ summary: 'Revoke an API key', description: 'At once.' })
  @Answers(200, Done, 'It no longer works.')
  @Refuses('API_KEY_NOT_FOUND')
  @Delete(':keyId')
  @Requires('keys:write')
  async revoke(@Caller() { organizationId }: Authenticated, @Param('keyId') keyId: string): Promise<Done> {
    const { position } = await this.commands.execute(new RevokeApiKey({ organizationId, keyId }));
    await this.readYourWrites.awaited(position, [apiKeyDocuments]);
    return { success: true, message: 'The API key is revoked.' };
  }
}
