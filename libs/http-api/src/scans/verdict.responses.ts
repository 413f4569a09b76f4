import { SEVERITIES } from '@assay/kernel';
import { VERDICTS, type VerdictDocument, type VerdictKind } from '@assay/verdicts';
import { Property, count, described, listOf, oneOf, orNull, recordOf, text, time } from '../openapi/property';

class MissingTool {
  @Property(text)
  tool!: string;

  @Property(text)
  reason!: string;
}

class NewFindings {
  @Property(described(listOf(text), 'The ids of the first hundred, the most severe first.'))
  ids!: readonly string[];

  @Property(count)
  total!: number;

  @Property(described(count, 'So many, the first ones, are of the severity of `failOn` or above.'))
  failing!: number;

  @Property(
    described(
      orNull(text),
      '`sha256:` and the digest of all their ids, sorted by their bytes, one a line. Null where it was not recorded. ' +
        '`assay why verdict` lists them.',
    ),
  )
  digest!: string | null;
}

/** The verdict on an automation's scan. */
export class ScanVerdict {
  @Property(oneOf(VERDICTS))
  verdict!: VerdictKind;

  @Property(text)
  reason!: string;

  @Property(described(listOf(text), 'What to know beside the reason.'))
  notes!: readonly string[];

  @Property(text)
  automationId!: string;

  @Property(described(orNull(oneOf(SEVERITIES)), 'Null: no finding fails it.'))
  failOn!: (typeof SEVERITIES)[number] | null;

  @Property(described(orNull(text), 'The branch that it was compared with.'))
  targetBranch!: string | null;

  @Property(
    described(
      orNull(text),
      'The finished scan of that branch that it was compared with: of a pull request the one that is nearest to the ' +
        'merge base, else the last one before; null where there was none.',
    ),
  )
  baselineScanId!: string | null;

  @Property(described(orNull(text), 'The commit that the baseline scanned; null where that is not known.'))
  baselineCommit!: string | null;

  @Property(described(orNull(text), 'Of a pull request: the merge base; null where it is none, or not known.'))
  mergeBase!: string | null;

  @Property(described(recordOf(SEVERITIES, count), 'How many findings are new, without those that were decided.'))
  new!: Readonly<Record<(typeof SEVERITIES)[number], number>>;

  @Property(described(count, 'New ones that were accepted or called false positives.'))
  decided!: number;

  @Property(count)
  gone!: number;

  @Property(count)
  unchanged!: number;

  @Property(described(count, 'Nobody knows of these whether they are still there.'))
  notObserved!: number;

  @Property(NewFindings)
  newFindings!: NewFindings;

  @Property(described(listOf(MissingTool), 'Why it is inconclusive, unless it failed.'))
  missingTools!: readonly MissingTool[];

  @Property(time)
  at!: string;
}

export function scanVerdictOf(document: VerdictDocument): ScanVerdict {
  const { verdict, reason, notes, automationId, conditions, counts, newFindings, missingTools, at } = document;
  const { failOn, targetBranch, baseline } = conditions;
  const compared = {
    baselineScanId: baseline?.scanId ?? null,
    baselineCommit: baseline?.commit ?? null,
    mergeBase: conditions.mergeBase?.commit ?? null,
  };
  const rules = { automationId, failOn, targetBranch, ...compared };
  const { digest = null } = newFindings;
  return { verdict, reason, notes, ...rules, ...counts, newFindings: { ...newFindings, digest }, missingTools, at };
}
