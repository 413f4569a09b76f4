import { GetWebhookToken, type Host } from '@assay/hosting';
import type { Authenticated } from '@assay/identity';
import { INTEGRATIONS, ListIntegrations, SetIntegration } from '@assay/integrations';
import { SETTINGS, type Settings } from '@assay/kernel';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { publicAddress } from '../http/public-address';
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
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ApiOperation({
    summary: 'List integrations',
    description:
      'Which credentials are set and since when, never what they are, and where the code hosts are to send their ' +
      'deliveries.',
  })
  @Answers(200, IntegrationList, 'All of them, whether anything is set or not.')
  @Get()
  @Requires('settings:read')
  async list(@Caller() { organizationId }: Authenticated, @Req() request: FastifyRequest): Promise<IntegrationList> {
    const integrations = await this.queries.execute(new ListIntegrations({ organizationId }));
    const addressed = await this.addressOf(organizationId, request);
    return { integrations: integrations.map((view) => ({ ...view, webhookUrl: addressed(view.name) })) };
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
    @Req() request: FastifyRequest,
  ): Promise<IntegrationSet> {
    const credentials = { webhookSecret, accessToken };
    const view = await this.commands.execute(
      new SetIntegration({ organizationId, integration, credentials, by: keyId, seed }),
    );
    const addressed = await this.addressOf(organizationId, request);
    return { success: true, integration: { ...view, webhookUrl: addressed(view.name) } };
  }

  /** Where an organization's code hosts are to send their deliveries. */
  private async addressOf(organizationId: string, request: FastifyRequest): Promise<(host: Host) => string> {
    const token = await this.queries.execute(new GetWebhookToken({ organizationId }));
    const address = publicAddress(this.settings, request);
    return (host) => `${address}/api/webhooks/${host}/${token}`;
  }
}
