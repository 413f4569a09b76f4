import { ChangeAutoTopup, ChangeOverage, Subscription, creditBalanceDocuments } from '@assay/billing';
import type { Authenticated } from '@assay/identity';
import { fromCredits } from '@assay/kernel';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { AutoTopupDto, OverageDto } from './subscription.dto';
import { AutoTopupAnswer, OverageAnswer, SubscriptionAnswer } from './subscription.responses';

@ApiTags('billing')
@Controller('api/settings/subscription')
export class SubscriptionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  @ApiOperation({ summary: 'Tier, renewal and automatic top-ups' })
  @Answers(200, SubscriptionAnswer, 'At this moment.')
  @Get()
  @Requires('billing:read')
  subscription(@Caller() { organizationId }: Authenticated): Promise<SubscriptionAnswer> {
    return this.queries.execute(new Subscription({ organizationId }));
  }

  @ApiOperation({
    summary: 'Set automatic top-ups',
    description:
      'A balance that falls below the threshold is topped up to it, with as many packages as that takes in one ' +
      'charge, one charge at a time. A declined charge is tried again an hour and a day later; the third one in a ' +
      'row turns automatic top-ups off. A start that the balance does not cover is refused nevertheless: it does ' +
      'not wait.',
  })
  @Answers(200, AutoTopupAnswer, 'What is set now.')
  @Refuses('PACKAGE_NOT_FOUND', 'PAYMENT_METHOD_REQUIRED')
  @Post('auto-topup')
  @HttpCode(200)
  @Requires('billing:write')
  async setAutoTopup(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { enabled, triggerThreshold, packageId, maxPerMonth }: AutoTopupDto,
  ): Promise<AutoTopupAnswer> {
    const autoTopup = await this.commands.execute(
      new ChangeAutoTopup({
        organizationId,
        by: keyId,
        enabled,
        ...(triggerThreshold !== undefined && { triggerThreshold: fromCredits(triggerThreshold) }),
        ...(packageId !== undefined && { packageId }),
        ...(maxPerMonth !== undefined && { maxPerMonth }),
      }),
    );
    return { success: true, autoTopup };
  }

  @ApiOperation({
    summary: 'Allow overage',
    description:
      'Charges may then bring the balance below nothing, as far as the limit. At the end of the month what is below ' +
      'nothing is sold at the price of the tier and charged to the payment method on file; what cannot be charged is ' +
      'owed, and no charge goes below nothing while anything is.',
  })
  @Answers(200, OverageAnswer, 'What is set now.')
  @Refuses('TIER_REQUIRED')
  @Post('overage')
  @HttpCode(200)
  @Requires('billing:write')
  async setOverage(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { enabled, limit }: OverageDto,
  ): Promise<OverageAnswer> {
    const { position, overage } = await this.commands.execute(
      new ChangeOverage({
        organizationId,
        by: keyId,
        enabled,
        ...(limit !== undefined && { limit: fromCredits(limit) }),
      }),
    );
    await this.readYourWrites.awaited(position, [creditBalanceDocuments]);
    return { success: true, overage };
  }
}
