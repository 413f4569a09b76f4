import { type Settings, SETTINGS } from '@assay/kernel';
import { openSigningKey } from '@assay/secrets';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/api-key.guard';
import { Answers } from '../openapi/decorators';
import { AuditKeysAnswer } from './audit-keys.responses';

/** Tells auditors with which key the exports of ledgers are signed. */
@ApiTags('billing')
@Controller('.well-known')
@Public()
export class AuditKeysController {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'auditKeyFile'>) {}

  @ApiOperation({
    summary: 'The key that signs exports for auditors',
    description:
      '`docs/auditor/verify.py` takes its `publicKey`. Fetched from the address of the service itself, it says ' +
      'whether a bundle is from this service: a bundle that somebody else has signed names another key.',
  })
  @Answers(200, AuditKeysAnswer, 'The public key; no secret.')
  @Get('assay-audit.json')
  async keys(): Promise<AuditKeysAnswer> {
    // Read again each time: an operator who puts another key in its place publishes it without a restart.
    const { id, algorithm, publicKey } = await openSigningKey(this.settings.auditKeyFile);
    return { keys: [{ id, algorithm, publicKey }] };
  }
}
