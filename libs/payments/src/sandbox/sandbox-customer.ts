import { type Fact, type Model, passedOver } from '@assay/kernel';
import { type TestCard, testCard } from './test-cards';

/** The event of a `sandboxcustomer-<customer>` stream (version 1): the card that later charges use. */
export type SandboxCustomerEvent = Fact<
  'SandboxMethodKept',
  { readonly at: string; readonly card: TestCard['id']; readonly purchaseId: string }
>;

export const sandboxCustomerStream = (customer: string): string => `sandboxcustomer-${customer}`;

export const sandboxCustomer: Model<TestCard | undefined, SandboxCustomerEvent> = {
  initial: undefined,
  evolve(card, event) {
    switch (event.type) {
      case 'SandboxMethodKept':
        return testCard(event.data.card);
      default:
        return passedOver(card, event.type);
    }
  },
};
