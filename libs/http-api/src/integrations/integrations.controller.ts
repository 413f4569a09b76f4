import type { Authenticated } from '@assay/identity';
import { INTEGRATIONS, ListIntegrations, SetIntegration } from '@assay/integrations';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { Caller, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { SetIntegrationDto } from './integrations.dto';
import { IntegrationList, IntegrationSet } from './integrations.responses';

@ApiTags('settings')
@Controller('api/settings/integrations')
export class IntegrationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @ApiOperation({
    summary: 'List integrations',
    description: 'Which credentials are set and since when, never what they are.',
  })
  @Answers(200, IntegrationList, 'All of them, whether anything is set or not.')
  @Get()
  @Requires('settings:read')
  async list(@Caller() { organizationId }: Authenticated): Promise<IntegrationList> {
    return {
      integrations: await this.queries.execute(new ListIntegrations({ organizationId })),
    };
  }

  @ApiOperation({
    summary: "Set an integration's credentials",
    description:
      'They are kept encrypted and shown to nobody. Null removes one; one that is not mentioned stays. The ' +
      'access token is what private repositories are cloned with, at the address that this service has for the ' +
      'integration and nowhere else.',
  })
  @ApiParam({ name: 'integration', enum: INTEGRATIONS, description: 'Which one.' })
  @Answers(200, IntegrationSet, 'What is set now.')
  @Refuses('INTEGRATION_NOT_FOUND')
  @Post(':integration')
  @HttpCode(200)
  @Requires('settings:write')
  @HoldsSecrets({ body: true })
  async set(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('integration') integration: string,
    @Body() { webhookSecret, accessToken }: SetIntegrationDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<IntegrationSet> {
    return {
      success: true,
      integration: await this.commands.execute(
        new SetIntegration({
          organizationId,
          integration,
          credentials: { webhookSecret, accessToken },
          by: keyId,
          seed,
        }),
      ),
    };
  }
}
