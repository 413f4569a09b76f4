import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { CLOCK, type Clock, PRICE_LIST, type PriceList, timestamp } from '@assay/kernel';
import { type PaymentProvider, PAYMENT_PROVIDER } from '@assay/payments';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AutoTopups } from '../../topup/auto-topups';
import { BillingStatus, type BillingStatusView } from '../billing-status/billing-status';
import { type OverageView } from '../overage-view';
import { type AutoTopupView, autoTopupView } from './auto-topup-view';

type Status = BillingStatusView['subscription'];

interface SubscriptionView extends Pick<BillingStatusView, 'tier' | 'tierName'>, Status {
  readonly autoTopup: AutoTopupView;
  readonly overage: OverageView;
  readonly paymentMethod: { readonly onFile: boolean };
}

/** GET /api/settings/subscription. Refused: ORGANIZATION_NOT_FOUND; UNAVAILABLE where the provider does not answer. */
export class Subscription extends Query<SubscriptionView> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

@QueryHandler(Subscription)
export class SubscriptionHandler implements IQueryHandler<Subscription> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(PRICE_LIST) private readonly list: PriceList,
    private readonly topups: AutoTopups,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: { organizationId } }: Subscription): Promise<SubscriptionView> {
    const { tier, tierName, subscription, overage } = await this.queries.execute(new BillingStatus({ organizationId }));
    const { name } = await loadOrganization(this.events, organizationId);
    const customer = await this.provider.customer({ organizationId, name });
    const state = await this.topups.state(organizationId);
    return {
      tier,
      tierName,
      ...subscription,
      overage,
      autoTopup: autoTopupView(state, timestamp(this.clock), this.list.packages),
      paymentMethod: { onFile: await this.provider.hasMethodOnFile(customer) },
    };
  }
}
