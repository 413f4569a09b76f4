import { BILLING_CATEGORIES, FINDING_CATEGORIES, SEVERITIES, TARGET_KINDS } from '@assay/kernel';
import { type Schema, count, credits, flag, listOf, object, oneOf, orNull, ref, text, time } from '../openapi/schema';

/** What a person chooses a tool by. */
const CHOICE: Readonly<Record<string, Schema>> = {
  id: text,
  name: text,
  description: text,
  category: oneOf(FINDING_CATEGORIES),
  billingCategory: oneOf(BILLING_CATEGORIES),
  targets: listOf(oneOf(TARGET_KINDS)),
  files: listOf(text),
  available: flag,
  unavailableBecause: text,
  circuit: object({ state: oneOf(['closed', 'open', 'half-open']), until: time, failures: count }, ['until']),
};

const described = (schema: Schema, description: string): Schema => ({ ...schema, description });

export const toolsSchemas: Readonly<Record<string, Schema>> = {
  ToolList: object({
    tools: listOf(object({ ...CHOICE, engine: text, rules: count }, ['unavailableBecause'])),
    total: count,
  }),
  ToolAnswer: object({
    tool: object(
      {
        ...CHOICE,
        engine: object({ id: text, name: text, licence: text }),
        price: object({ credits, effect: text }),
        advice: text,
        rules: listOf(ref('ToolRule')),
      },
      ['unavailableBecause'],
    ),
  }),
  ToolRule: object({
    id: text,
    title: text,
    severity: oneOf(SEVERITIES),
    cwe: orNull(object({ id: text, name: text })),
    wcag: described(listOf(object({ criterion: text, name: text })), 'Success criteria of WCAG 2.2.'),
    why: orNull(text),
    url: described(orNull(text), 'Where the makers of the engine describe the rule.'),
    fix: text,
    reported: described(orNull(text), 'What is said of the bad example; null where there is none yet.'),
    place: described(orNull(text), 'What is reported where it is no line of a file.'),
    bad: orNull(ref('ToolExample')),
    good: orNull(ref('ToolExample')),
  }),
  ToolExample: object({
    path: orNull(text),
    startLine: described(orNull(count), 'The line of the file that the example begins with.'),
    language: text,
    lines: listOf(text),
    marked: described(
      object({ first: count, last: count }),
      'The lines that are meant, counted from 1 in the example.',
    ),
  }),
};
