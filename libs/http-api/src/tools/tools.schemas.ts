import { BILLING_CATEGORIES, FINDING_CATEGORIES, TARGET_KINDS } from '@assay/kernel';
import { type Schema, count, flag, listOf, object, oneOf, text, time } from '../openapi/schema';

export const toolsSchemas: Readonly<Record<string, Schema>> = {
  ToolList: object({
    tools: listOf(
      object(
        {
          id: text,
          name: text,
          description: text,
          category: oneOf(FINDING_CATEGORIES),
          billingCategory: oneOf(BILLING_CATEGORIES),
          targets: listOf(oneOf(TARGET_KINDS)),
          engine: text,
          files: listOf(text),
          rules: count,
          available: flag,
          unavailableBecause: text,
          circuit: object({ state: oneOf(['closed', 'open', 'half-open']), until: time, failures: count }, ['until']),
        },
        ['unavailableBecause'],
      ),
    ),
    total: count,
  }),
};
