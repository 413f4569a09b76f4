import { type FindingView, kindGroup } from '@assay/findings';
import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import type { ReportContent } from '@assay/scanning';

const RULES = 300;
const TOOLS = 60;
const FILES = 4_000;
const LINES = ['function handler(request, response) {', '  const query = request.query.name;', '  run(query);', '}'];

/** The content of the report of a large project: each finding with the code around it. */
export function manyFindings(count: number): ReportContent {
  const summary = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (let number = 0; number < count; number += 1) summary[severityOf(number)] += 1;
  return {
    head: {
      id: 'rpt_bench',
      scanId: 'scn_bench',
      projectId: null,
      status: 'completed',
      profile: 'strict',
      generatedAt: '2026-11-20T10:00:00.000Z',
      summary: { ...summary, total: count, passRate: 50, duration: 60_000 },
    },
    target: 'a large project',
    tools: [],
    findings: each(count),
  };
}

const severityOf = (number: number) => SEVERITIES[(number % RULES) % SEVERITIES.length]!;

async function* each(count: number): AsyncGenerator<FindingView> {
  for (let number = 0; number < count; number += 1) yield findingOf(number);
}

function findingOf(number: number): FindingView {
  const rule = number % RULES;
  const tool = `tool-${rule % TOOLS}`;
  const file = number % FILES;
  return {
    id: `fnd_${number}`,
    scanId: 'scn_bench',
    title: `What comes in reaches call number ${rule}`,
    description: `The value of request.query.name reaches call ${rule} in line ${number % 900} as it came in`,
    severity: severityOf(number),
    category: FINDING_CATEGORIES[rule % FINDING_CATEGORIES.length]!,
    tool,
    file: `src/part-${file % 50}/component-${file}/handler.js`,
    line: number % 900,
    code: LINES[2]!,
    snippet: { startLine: 10, highlightLine: 12, lines: LINES },
    suggestion: 'Look the value up in a list of those that are allowed',
    cwe: 'CWE-79',
    deduplicated: false,
    duplicateCount: 0,
    duplicates: [],
    status: 'open',
    hasFix: false,
    hasTrace: false,
    fingerprint: `print-${number}`,
    rule: `rule-${rule}`,
    role: rule % 5 === 0 ? 'test' : 'own',
    group: kindGroup({ tool, rule: `rule-${rule}` }),
  };
}
