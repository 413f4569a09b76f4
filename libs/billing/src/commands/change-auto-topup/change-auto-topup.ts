import { type EventStore, EVENT_STORE, decide } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { CLOCK, type Clock, type Microcredits, PRICE_LIST, type PriceList, refused, timestamp } from '@assay/kernel';
import { type PaymentProvider, PAYMENT_PROVIDER } from '@assay/payments';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { packageOf } from '../../domain/credit-package';
import { autoTopup } from '../../domain/topup/auto-topup';
import { changeAutoTopup, refuseDistantThreshold, refuseMissing } from '../../domain/topup/changing';
import { topupStream } from '../../domain/topup/topup-events';
import { type AutoTopupView, autoTopupView } from '../../queries/subscription/auto-topup-view';
import { AutoTopups } from '../../topup/auto-topups';

/**
 * Sets automatic top-ups. Turning them on takes all settings and a payment method on file. Refused: VALIDATION_ERROR
 * with every field that is missing or wrong, PACKAGE_NOT_FOUND, PAYMENT_METHOD_REQUIRED; UNAVAILABLE if the provider
 * does not answer.
 */
export class ChangeAutoTopup extends Command<AutoTopupView> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      /** The API key that makes the request. */
      readonly by: string;
      readonly enabled: boolean;
      readonly triggerThreshold?: Microcredits;
      readonly packageId?: string;
      readonly maxPerMonth?: number;
    },
  ) {
    super();
  }
}

@CommandHandler(ChangeAutoTopup)
export class ChangeAutoTopupHandler implements ICommandHandler<ChangeAutoTopup> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(PRICE_LIST) private readonly list: PriceList,
    private readonly topups: AutoTopups,
  ) {}

  async execute({ input }: ChangeAutoTopup): Promise<AutoTopupView> {
    const { organizationId, by, enabled, ...settings } = input;
    if (enabled) {
      refuseMissing(settings);
      this.refuseUnknownPackage(settings);
      await this.refuseWithoutMethod(organizationId);
    } else this.refuseUnknownPackage(settings);
    const { state } = await decide(this.events, topupStream(organizationId), autoTopup, (found) =>
      changeAutoTopup({ at: this.topups.timeFor(found), organizationId, by, enabled, settings }, found),
    );
    return autoTopupView(state, timestamp(this.clock), this.list.packages);
  }

  private refuseUnknownPackage({ packageId, triggerThreshold }: Partial<ChangeAutoTopup['input']>): void {
    if (packageId === undefined) return;
    const offer = packageOf(this.list, packageId);
    if (triggerThreshold !== undefined) refuseDistantThreshold(triggerThreshold, offer);
  }

  private async refuseWithoutMethod(organizationId: string): Promise<void> {
    const { name } = await loadOrganization(this.events, organizationId);
    const customer = await this.provider.customer({ organizationId, name });
    if (await this.provider.hasMethodOnFile(customer)) return;
    refused(
      'PAYMENT_METHOD_REQUIRED',
      'Automatic top-ups need a payment method on file: buy a package once (POST /api/billing/purchase-credits), and ' +
        'its card is kept',
    );
  }
}
