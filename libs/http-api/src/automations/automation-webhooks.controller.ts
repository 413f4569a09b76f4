import { CallWebhook, firingDocuments } from '@assay/automations';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/api-key.guard';
import { IdempotencyKey } from '../http/idempotency.guard';
import { ReadYourWrites } from '../http/read-your-writes';
import { ReceivedBody } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { plainText } from './automation-schemas';
import { WebhookCalled } from './automations.responses';

const FIELDS = {
  commitSha: plainText(64, { description: 'The full id of the commit to scan.' }),
  branch: plainText(255),
  author: plainText(200),
  targetUrl: plainText(2_048, { description: 'What to scan.' }),
};
const CALL = { type: 'object', properties: FIELDS, description: 'Other fields are ignored.' };

@ApiTags('webhooks')
@Controller('api/webhooks/automations')
export class AutomationWebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  @ApiOperation({
    summary: 'Fire an automation',
    description:
      'Whoever knows the `webhookUrl` of an automation may call it; no API key is needed. What is scanned is what ' +
      'the action of the automation says, else `targetUrl`, else the repository of the project.',
  })
  @ApiParam({ name: 'token', description: 'The end of the address.' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    description: 'Calls with the same key fire the automation once.',
  })
  @ApiBody({ required: false, schema: CALL as object })
  @Answers(202, WebhookCalled, 'It has fired. The history of the automation says what becomes of it.')
  @Refuses('AUTOMATION_NOT_FOUND')
  @Public()
  @Post(':token')
  @HttpCode(202)
  async call(
    @Param('token') token: string,
    @ReceivedBody() body: unknown,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<WebhookCalled> {
    const { position, ...fired } = await this.commands.execute(new CallWebhook({ token, body, idempotencyKey }));
    await this.readYourWrites.awaited(position, [firingDocuments]);
    return { success: true, ...fired };
  }
}
