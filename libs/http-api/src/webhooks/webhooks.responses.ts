import { Property, described, exactly, oneOf, optional, text } from '../openapi/property';

export class DeliveryTaken {
  @Property(exactly(true))
  success!: true;

  @Property(
    described(
      oneOf(['accepted', 'duplicate', 'ignored']),
      'accepted: what follows from it is under way; duplicate: it came before; ignored: nothing follows from it.',
    ),
  )
  status!: 'accepted' | 'duplicate' | 'ignored';

  @Property(
    optional(described(text, 'By which the service knows it; the same for a duplicate. Not where it is ignored.')),
  )
  deliveryId?: string;

  @Property(optional(described(text, 'Why it is ignored.')))
  reason?: string;
}
