/** A card of the sandbox. The numbers are those that payment providers use for tests; no bank has them. */
export interface TestCard {
  readonly id: 'accepted' | 'declined' | 'declined-later';
  readonly number: string;
  readonly label: string;
  /** Why it is declined on the page; undefined if it is accepted. */
  readonly declinedAtOnce?: string;
  /** Why it is declined when it is charged later, without the customer. */
  readonly declinedLater?: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { id: 'accepted', number: '4242 4242 4242 4242', label: 'is accepted' },
  {
    id: 'declined',
    number: '4000 0000 0000 0002',
    label: 'is declined',
    declinedAtOnce: 'card_declined',
    declinedLater: 'card_declined',
  },
  {
    id: 'declined-later',
    number: '4000 0000 0000 0341',
    label: 'is accepted now, and declined for automatic top-ups',
    declinedLater: 'card_declined',
  },
];

export const testCard = (id: string): TestCard | undefined => TEST_CARDS.find((card) => card.id === id);
