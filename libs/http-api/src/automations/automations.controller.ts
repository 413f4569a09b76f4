import {
  ChangeAutomation,
  CreateAutomation,
  DeleteAutomation,
  GetAutomation,
  ListAutomationHistory,
  ListAutomations,
  PreviewFiring,
  RotateWebhook,
  type AutomationDocument,
  WebhookAddresses,
  automationDocuments,
} from '@assay/automations';
import type { Authenticated } from '@assay/identity';
import { SETTINGS, type Settings, deterministicId } from '@assay/kernel';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { PageDto } from '../http/paging.dto';
import { publicAddress } from '../http/public-address';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestHost, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { Done } from '../openapi/done.response';
import { automationView, historyEntry } from './automation-view';
import { ChangeAutomationDto, CreateAutomationDto, ListAutomationsDto, TestAutomationDto } from './automations.dto';
import {
  type Automation,
  AutomationAnswer,
  AutomationHistory,
  AutomationList,
  AutomationTested,
} from './automations.responses';

const READERS = ['automations:read', 'automations:write'] as const;

@ApiTags('automations')
@Controller('api/v1/automations')
export class AutomationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    private readonly addresses: WebhookAddresses,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ApiOperation({ summary: 'List automations', description: 'Newest first.' })
  @Answers(200, AutomationList, 'A page of them.')
  @Get()
  @Requires(...READERS)
  async list(
    @Caller() caller: Authenticated,
    @Query() { project_id, enabled, trigger_type, ...paging }: ListAutomationsDto,
    @RequestHost() host: string,
  ): Promise<AutomationList> {
    const { organizationId } = caller;
    const page = pageOf(paging);
    const { automations, total } = await this.queries.execute(
      new ListAutomations({ organizationId, projectId: project_id, enabled, triggerType: trigger_type, ...page.asked }),
    );
    return {
      automations: await Promise.all(automations.map((automation) => this.view(automation, caller, host))),
      pagination: { ...page.shown, total },
    };
  }

  @ApiOperation({
    summary: 'Create an automation',
    description:
      'From now on its events start scans of its project, paid by the organization. Where the trigger is a webhook, ' +
      'the answer has its address.',
  })
  @Answers(201, AutomationAnswer, 'The new automation.')
  @Refuses(
    'INVALID_TRIGGER_TYPE',
    'INVALID_CRON_EXPRESSION',
    'PROJECT_ACCESS_DENIED',
    'PLATFORM_NOT_ALLOWED',
    'AUTOMATION_LIMIT_REACHED',
  )
  @Post()
  @Requires('automations:write')
  async create(
    @Caller() caller: Authenticated,
    @Body() body: CreateAutomationDto,
    @RequestSeed() seed: string | undefined,
    @RequestHost() host: string,
  ): Promise<AutomationAnswer> {
    const { organizationId } = caller;
    const { automationId, position } = await this.commands.execute(
      new CreateAutomation({
        organizationId,
        ...body,
        ...(seed !== undefined && { automationId: deterministicId('aut', seed) }),
      }),
    );
    await this.readYourWrites.reached(position, [automationDocuments]);
    return this.answer(caller, automationId, host);
  }

  @ApiOperation({ summary: 'One automation' })
  @Answers(200, AutomationAnswer, 'The automation.')
  @Refuses('AUTOMATION_NOT_FOUND')
  @Get(':automationId')
  @Requires(...READERS)
  get(
    @Caller() caller: Authenticated,
    @Param('automationId') automationId: string,
    @RequestHost() host: string,
  ): Promise<AutomationAnswer> {
    return this.answer(caller, automationId, host);
  }

  @ApiOperation({
    summary: 'Change an automation',
    description: 'Only what is given changes; a trigger or an action is replaced as a whole.',
  })
  @Answers(200, AutomationAnswer, 'The automation as it is now.')
  @Refuses(
    'AUTOMATION_NOT_FOUND',
    'INVALID_TRIGGER_TYPE',
    'INVALID_CRON_EXPRESSION',
    'PROJECT_ACCESS_DENIED',
    'PLATFORM_NOT_ALLOWED',
  )
  @Patch(':automationId')
  @Requires('automations:write')
  async change(
    @Caller() caller: Authenticated,
    @Param('automationId') automationId: string,
    @Body() body: ChangeAutomationDto,
    @RequestHost() host: string,
  ): Promise<AutomationAnswer> {
    const { organizationId } = caller;
    const { position } = await this.commands.execute(new ChangeAutomation({ organizationId, automationId, ...body }));
    await this.readYourWrites.reached(position, [automationDocuments]);
    return this.answer(caller, automationId, host);
  }

  @ApiOperation({
    summary: 'Delete an automation',
    description: 'With its history, for good. The scans that it started stay.',
  })
  @Answers(200, Done, 'It is gone.')
  @Refuses('AUTOMATION_NOT_FOUND')
  @Delete(':automationId')
  @Requires('automations:write')
  async remove(
    @Caller() { organizationId }: Authenticated,
    @Param('automationId') automationId: string,
  ): Promise<Done> {
    const { position } = await this.commands.execute(new DeleteAutomation({ organizationId, automationId }));
    await this.readYourWrites.awaited(position, [automationDocuments]);
    return { success: true, message: 'The automation is deleted, with its history. The scans that it started stay.' };
  }

  @ApiOperation({
    summary: 'What fired an automation',
    description: 'Each event, newest first, with the scan that it started or why it started none.',
  })
  @Answers(200, AutomationHistory, 'A page of it.')
  @Refuses('AUTOMATION_NOT_FOUND')
  @Get(':automationId/history')
  @Requires(...READERS)
  async history(
    @Caller() { organizationId }: Authenticated,
    @Param('automationId') automationId: string,
    @Query() paging: PageDto,
  ): Promise<AutomationHistory> {
    const page = pageOf(paging);
    const { firings, total } = await this.queries.execute(
      new ListAutomationHistory({ organizationId, automationId, ...page.asked }),
    );
    return { history: firings.map(historyEntry), pagination: { ...page.shown, total } };
  }

  @ApiOperation({
    summary: 'Test an automation',
    description:
      'Shows what it would scan if an event came now, with which tools and at what price, or why it would not. ' +
      'It starts nothing and costs nothing.',
  })
  @Answers(200, AutomationTested, 'What would happen.')
  @Refuses('AUTOMATION_NOT_FOUND')
  @Post(':automationId/test')
  @HttpCode(200)
  @Requires(...READERS)
  async test(
    @Caller() { organizationId }: Authenticated,
    @Param('automationId') automationId: string,
    @Body() event: TestAutomationDto,
  ): Promise<AutomationTested> {
    const { scan, skip } = await this.queries.execute(new PreviewFiring({ organizationId, automationId, event }));
    return { scan, skip: skip && { code: skip.code, message: skip.reason } };
  }

  @ApiOperation({
    summary: 'Change the address of a webhook',
    description: 'The automation gets another `webhookUrl`. The address before leads nowhere from now on.',
  })
  @Answers(200, AutomationAnswer, 'The automation with its new address.')
  @Refuses('AUTOMATION_NOT_FOUND', 'CONFLICT')
  @Post(':automationId/rotate-webhook')
  @HttpCode(200)
  @Requires('automations:write')
  async rotate(
    @Caller() caller: Authenticated,
    @Param('automationId') automationId: string,
    @RequestHost() host: string,
  ): Promise<AutomationAnswer> {
    const { organizationId } = caller;
    const { position } = await this.commands.execute(new RotateWebhook({ organizationId, automationId }));
    await this.readYourWrites.reached(position, [automationDocuments]);
    return this.answer(caller, automationId, host);
  }

  private async answer(caller: Authenticated, automationId: string, host: string): Promise<AutomationAnswer> {
    const { organizationId } = caller;
    const automation = await this.queries.execute(new GetAutomation({ organizationId, automationId }));
    return { automation: await this.view(automation, caller, host) };
  }

  /** Anybody who has the address may start scans, which a key that may only read must not. */
  private async view(
    automation: AutomationDocument,
    { permissions }: Authenticated,
    host: string,
  ): Promise<Automation> {
    const token = permissions.includes('automations:write') ? await this.addresses.tokenOf(automation) : null;
    return automationView(automation, publicAddress(this.settings, host), token);
  }
}

/** An offset wins over the page. */
function pageOf({ page, per_page: perPage, offset = (page - 1) * perPage }: PageDto) {
  return { asked: { limit: perPage, offset }, shown: { page: Math.floor(offset / perPage) + 1, perPage } };
}
