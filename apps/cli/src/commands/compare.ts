import { type Severity, SEVERITIES } from '@assay/kernel';
import { isGated } from '@assay/verdicts';
import { Command, Option } from 'commander';
import { type Compared, comparisonOf } from '../compared';
import { comparisonText } from '../output/comparison-text';
import { textWidth } from '../output/text-layout';
import { writeReport } from '../output/write-report';
import { storedResult } from '../stored-result';

interface CompareOptions {
  readonly failOn?: Severity;
  readonly json?: boolean;
  readonly all?: boolean;
  readonly output?: string;
}

export const compareCommand = (): Command =>
  new Command('compare')
    .argument('<before>', 'a result of assay scan … --format json')
    .argument('<after>', 'a later one of the same target')
    .addOption(
      new Option(
        '--fail-on <severity>',
        'end with status 1 when there are new findings of this severity or above',
      ).choices(SEVERITIES),
    )
    .option('--all', 'every finding that is new or gone, not only the ten worst')
    .option('--json', 'the comparison as one document, with all findings')
    .option('-o, --output <file>', 'write the comparison to this file')
    .action(compare);

async function compare(before: string, after: string, options: CompareOptions): Promise<void> {
  const gate = { ...(options.failOn !== undefined && { failOn: options.failOn }) };
  const result = comparisonOf(
    await storedResult(before, 'the first result'),
    await storedResult(after, 'the second result'),
    gate,
  );
  const width = textWidth(options.output === undefined ? process.stdout.columns : undefined);
  const text = options.json
    ? `${JSON.stringify(comparisonJson(result), null, 2)}\n`
    : comparisonText(result, { all: options.all ?? false, isGated: isGated(gate), width });
  await writeReport([text], options.output);
  process.exitCode = result.verdict.status;
}

const comparisonJson = ({
  before,
  after,
  fresh,
  firstSeen,
  unknown,
  gone,
  notObserved,
  unchanged,
  verdict,
}: Compared) => ({
  before,
  after,
  verdict: verdict.verdict,
  reason: verdict.reason,
  missingTools: verdict.missingTools,
  notKept: verdict.notKept,
  counts: {
    new: fresh.length,
    firstSeen: firstSeen.length,
    unknown: unknown.length,
    gone: gone.length,
    notObserved: notObserved.length,
    unchanged: unchanged.length,
  },
  new: fresh,
  firstSeen,
  unknown,
  gone,
  notObserved,
  unchanged,
});
