import { GetWebhookToken } from '@assay/hosting';
import type { Authenticated } from '@assay/identity';
import { INTEGRATIONS, ListIntegrations, SetIntegration } from '@assay/integrations';
import { type CodeHost, SETTINGS, type Settings } from '@assay/kernel';
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { HoldsSecrets } from '../http/body-fingerprint';
import { publicAddress } from '../http/public-address';
import { Caller, RequestHost, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { SetIntegrationDto } from './integrations.dto';
import { sourcesInWords } from '../openapi/source-kinds';
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
  async list(@Caller() { organizationId }: Authenticated, @RequestHost() host: string): Promise<IntegrationList> {
    const integrations = await this.queries.execute(new ListIntegrations({ organizationId }));
    const addressed = await this.addressOf(organizationId, host);
    return { integrations: integrations.map((view) => ({ ...view, webhookUrl: addressed(view.name) })) };
  }

  @ApiOperation({
    summary: "Set an integration's credentials",
    description:
      'They are kept encrypted and shown to nobody. Null removes one; one that is not mentioned stays. The ' +
      'access token is what private repositories are cloned with, at the address that this service has for the ' +
      'integration and nowhere else.',
  })
  @ApiParam({ name: 'integration', enum: INTEGRATIONS, description: `Which one. ${sourcesInWords(INTEGRATIONS)}.` })
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
    @RequestHost() host: string,
  ): Promise<IntegrationSet> {
    const credentials = { webhookSecret, accessToken };
    const view = await this.commands.execute(
      new SetIntegration({ organizationId, integration, credentials, by: keyId, seed }),
    );
    const addressed = await this.addressOf(organizationId, host);
    return { success: true, integration: { ...view, webhookUrl: addressed(view.name) } };
  }

  /** Where an organization's code hosts are to send their deliveries. */
  private async addressOf(organizationId: string, host: string): Promise<(codeHost: CodeHost) => string> {
    const token = await this.queries.execute(new GetWebhookToken({ organizationId }));
    const address = publicAddress(this.settings, host);
    return (codeHost) => `${address}/api/webhooks/${codeHost}/${token}`;
  }
}
