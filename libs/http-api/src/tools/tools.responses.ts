import {
  BILLING_CATEGORIES,
  type BillingCategory,
  FINDING_CATEGORIES,
  type FindingCategory,
  TARGET_KINDS,
  type TargetKind,
} from '@assay/kernel';
import { Property, count, flag, listOf, oneOf, optional, text, time } from '../openapi/property';

class ToolCircuit {
  @Property(oneOf(['closed', 'open', 'half-open']))
  state!: 'closed' | 'open' | 'half-open';

  @Property(optional(time))
  until?: string;

  @Property(count)
  failures!: number;
}

class Tool {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(text)
  description!: string;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  @Property(oneOf(BILLING_CATEGORIES))
  billingCategory!: BillingCategory;

  @Property(listOf(oneOf(TARGET_KINDS)))
  targets!: readonly TargetKind[];

  @Property(text)
  engine!: string;

  @Property(listOf(text))
  files!: readonly string[];

  @Property(count)
  rules!: number;

  @Property(flag)
  available!: boolean;

  @Property(optional(text))
  unavailableBecause?: string;

  @Property(ToolCircuit)
  circuit!: ToolCircuit;
}

export class ToolList {
  @Property(listOf(Tool))
  tools!: readonly Tool[];

  @Property(count)
  total!: number;
}
