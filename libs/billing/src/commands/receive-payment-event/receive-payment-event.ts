import { refused } from '@assay/kernel';
import { PAYMENT_PROVIDER, type PaymentProvider, type ProviderEvent, UnverifiedEvent } from '@assay/payments';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Purchases } from '../../purchases';

/**
 * POST /api/webhooks/payments/stripe: a message that claims to come from the payment provider. Refused:
 * INVALID_SIGNATURE if its signature is wrong or too old.
 */
export class ReceivePaymentEvent extends Command<{ readonly isOurs: boolean }> {
  constructor(readonly input: { readonly body: Buffer; readonly signature: string | undefined }) {
    super();
  }
}

@CommandHandler(ReceivePaymentEvent)
export class ReceivePaymentEventHandler implements ICommandHandler<ReceivePaymentEvent> {
  constructor(
    private readonly purchases: Purchases,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  async execute({ input }: ReceivePaymentEvent): Promise<{ readonly isOurs: boolean }> {
    const event = await this.read(input);
    return { isOurs: event !== undefined && (await this.purchases.receive(event)) };
  }

  private async read(delivery: ReceivePaymentEvent['input']): Promise<ProviderEvent | undefined> {
    try {
      return await this.provider.readEvent(delivery);
    } catch (error) {
      if (!(error instanceof UnverifiedEvent)) throw error;
      return refused('INVALID_SIGNATURE', error.message);
    }
  }
}
