import type { Authenticated } from '@assay/identity';
import {
  Audit,
  BillingStatus,
  GiveQuote,
  PurchaseCredits,
  Usage,
  UsageExport,
  type UsageExportFormat,
} from '@assay/billing';
import { SETTINGS, type Settings, deterministicId } from '@assay/kernel';
import { Body, Controller, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { Requires } from '../http/api-key.guard';
import { inChunks } from '../http/in-chunks';
import { publicAddress } from '../http/public-address';
import { Caller, RequestHost, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { returnAddresses } from '../payments/return-addresses';
import { AuditDto, PurchaseDto, QuoteDto, UsageDto, UsageExportDto } from './billing.dto';
import { AuditAnswer } from './audit.responses';
import { BillingStatusAnswer, CheckoutAnswer } from './billing.responses';
import { QuoteAnswer } from './quote.responses';
import { AnswersUsageExport, UsageAnswer } from './usage.responses';

const CONTENT_TYPE: Readonly<Record<UsageExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

@ApiTags('billing')
@Controller('api/billing')
export class BillingController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ApiOperation({ summary: 'Tier, credits and limits' })
  @Answers(200, BillingStatusAnswer, 'At this moment.')
  @Get('status')
  @Requires('billing:read')
  status(@Caller() { organizationId }: Authenticated): Promise<BillingStatusAnswer> {
    return this.queries.execute(new BillingStatus({ organizationId }));
  }

  @ApiOperation({
    summary: 'What a session would cost',
    description:
      'The same lines that its charge will have. The price is held for 15 minutes: a session or scan that names the ' +
      '`quoteId` pays it, or is refused with what differs.',
  })
  @Answers(200, QuoteAnswer, 'The price.')
  @Refuses('TIER_REQUIRED', 'PROJECT_NOT_FOUND')
  @Post('quote')
  @HttpCode(200)
  @Requires('billing:read')
  quote(
    @Caller() { organizationId }: Authenticated,
    @Body() body: QuoteDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<QuoteAnswer> {
    return this.commands.execute(
      new GiveQuote({
        organizationId,
        ...body,
        ...(seed !== undefined && { quoteId: deterministicId('quo', seed) }),
      }),
    );
  }

  @ApiOperation({
    summary: 'Buy credits',
    description:
      'Opens a page on which the package is paid, for half a day. The credits come when the payment provider says ' +
      'that it was paid; that the browser returns from the page changes nothing.',
  })
  @Answers(200, CheckoutAnswer, 'Where to send the browser.')
  @Refuses('PACKAGE_NOT_FOUND')
  @Post('purchase-credits')
  @HttpCode(200)
  @Requires('billing:write')
  async purchase(
    @Caller() { organizationId }: Authenticated,
    @Body() { packageId }: PurchaseDto,
    @RequestSeed() seed: string | undefined,
    @RequestHost() host: string,
  ): Promise<CheckoutAnswer> {
    const address = publicAddress(this.settings, host);
    const { checkoutUrl } = await this.commands.execute(
      new PurchaseCredits({
        organizationId,
        packageId,
        returnTo: returnAddresses(this.settings, address),
        ...(seed !== undefined && { purchaseId: deterministicId('pur', seed) }),
      }),
    );
    return { checkoutUrl: new URL(checkoutUrl, address).href };
  }

  @ApiOperation({ summary: 'Usage of a period', description: 'A summary, the transactions (newest first), or both.' })
  @Answers(200, UsageAnswer, 'Of the period.')
  @Get('usage')
  @Requires('billing:read')
  usage(
    @Caller() { organizationId }: Authenticated,
    @Query() { period, include, limit }: UsageDto,
  ): Promise<UsageAnswer> {
    return this.queries.execute(new Usage({ organizationId, period, include, limit }));
  }

  @ApiOperation({
    summary: 'Export the transactions of a period',
    description: 'All of them, newest first, as CSV or JSON lines, sent while they are read.',
  })
  @AnswersUsageExport
  @Get('usage/export')
  @Requires('billing:read')
  async usageExport(
    @Caller() { organizationId }: Authenticated,
    @Query() { period, format }: UsageExportDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lines = await this.queries.execute(new UsageExport({ organizationId, period, format }));
    await reply.header('content-type', CONTENT_TYPE[format]).send(Readable.from(inChunks(lines)));
  }

  @ApiOperation({
    summary: 'Replay the ledger',
    description:
      'The entries up to a time with their running balance and hash, a page at a time, and whether the chain and the ' +
      'read model agree with the replay. The first page checks the whole period, or the ledger: it replays the ' +
      'newest anchored month with what follows, and compares each month with what is kept of it outside the log. ' +
      'What an earlier audit of the same process replayed is not replayed again while the entry on which it rests is ' +
      'there. With `full` everything is replayed.',
  })
  @Answers(200, AuditAnswer, 'The replay.')
  @Get('audit')
  @Requires('billing:read')
  audit(
    @Caller() { organizationId }: Authenticated,
    @Query() { asOf, period, limit, cursor, full }: AuditDto,
  ): Promise<AuditAnswer> {
    return this.queries.execute(
      new Audit({
        organizationId,
        limit,
        full,
        ...(cursor !== undefined && { cursor }),
        ...(asOf !== undefined && { asOf }),
        ...(period !== undefined && { period }),
      }),
    );
  }
}
