import {
  BILLING_CATEGORIES,
  type BillingCategory,
  FINDING_CATEGORIES,
  type FindingCategory,
  SEVERITIES,
  type Severity,
  TARGET_KINDS,
  type TargetKind,
} from '@assay/kernel';
import {
  Property,
  count,
  credits,
  described,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  text,
  time,
} from '../openapi/property';

class ToolCircuit {
  @Property(oneOf(['closed', 'open', 'half-open']))
  state!: 'closed' | 'open' | 'half-open';

  @Property(optional(time))
  until?: string;

  @Property(count)
  failures!: number;

  @Property(optional(described(text, 'What opened it.')))
  reason?: string;

  @Property(
    optional(
      described(
        oneOf(['organization', 'everybody']),
        'Whose sessions leave the tool out: those of this organization, on whose targets it failed, or those of ' +
          'everybody, because it failed on its own sample, too.',
      ),
    ),
  )
  concerns?: 'organization' | 'everybody';
}

/** The fields by which a person chooses a tool. */
class ToolChoice {
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

  @Property(listOf(text))
  files!: readonly string[];

  @Property(flag)
  available!: boolean;

  @Property(optional(text))
  unavailableBecause?: string;

  @Property(ToolCircuit)
  circuit!: ToolCircuit;
}

class Tool extends ToolChoice {
  @Property(text)
  engine!: string;

  @Property(count)
  rules!: number;
}

export class ToolList {
  @Property(listOf(Tool))
  tools!: readonly Tool[];

  @Property(count)
  total!: number;
}

class MarkedLines {
  @Property(count)
  first!: number;

  @Property(count)
  last!: number;
}

class ToolExample {
  @Property(orNull(text))
  path!: string | null;

  @Property(described(orNull(count), 'The line of the file that the example begins with.'))
  startLine!: number | null;

  @Property(text)
  language!: string;

  @Property(listOf(text))
  lines!: readonly string[];

  @Property(described(MarkedLines, 'The lines that are meant, counted from 1 in the example.'))
  marked!: MarkedLines;
}

class ToolRuleWeakness {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;
}

class ToolRuleCriterion {
  @Property(text)
  criterion!: string;

  @Property(text)
  name!: string;
}

class ToolRule {
  @Property(text)
  id!: string;

  @Property(text)
  title!: string;

  @Property(oneOf(SEVERITIES))
  severity!: Severity;

  @Property(orNull(ToolRuleWeakness))
  cwe!: ToolRuleWeakness | null;

  @Property(described(listOf(ToolRuleCriterion), 'Success criteria of WCAG 2.2.'))
  wcag!: readonly ToolRuleCriterion[];

  @Property(orNull(text))
  why!: string | null;

  @Property(described(orNull(text), 'Where the makers of the engine describe the rule.'))
  url!: string | null;

  @Property(text)
  fix!: string;

  @Property(described(orNull(text), 'What the tool reports on the bad example; null if there is no example yet.'))
  reported!: string | null;

  @Property(described(orNull(text), 'What is reported if it is not a line of a file.'))
  place!: string | null;

  @Property(orNull(ToolExample))
  bad!: ToolExample | null;

  @Property(orNull(ToolExample))
  good!: ToolExample | null;
}

class ToolEngine {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(text)
  licence!: string;
}

class ToolPrice {
  @Property(credits)
  credits!: number;

  @Property(text)
  effect!: string;
}

class ToolDetails extends ToolChoice {
  @Property(ToolEngine)
  engine!: ToolEngine;

  @Property(ToolPrice)
  price!: ToolPrice;

  @Property(text)
  advice!: string;

  @Property(listOf(ToolRule))
  rules!: readonly ToolRule[];
}

export class ToolAnswer {
  @Property(ToolDetails)
  tool!: ToolDetails;
}
