import type { Fact } from '@assay/kernel';

/** The events of one type. */
export const ofType = <Event extends Fact, Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { readonly type: Type }>[] =>
  events.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type);
