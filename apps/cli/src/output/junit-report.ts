import type { FindingView } from '@assay/findings';
import type { LocalScanResult } from '../local-scan';
import { placeOf } from './finding-cards';
import { groupBy } from './group-by';

/**
 * JUnit's XML, which build servers show as tests: a suite for each tool, a failed test for each finding. A tool that
 * found nothing is a passed test; one that did not complete is an error, so that nobody takes it for clean.
 */
export function junitReport({ session }: LocalScanResult, findings: readonly FindingView[]): string {
  const byTool = groupBy(findings, ({ tool }) => tool);
  const suites = Object.values(session.toolReports).map(({ toolName, status, duration, result }) => {
    const own = byTool.get(toolName) ?? [];
    const errors = status === 'completed' ? 0 : 1;
    const cases = [
      ...own.map((finding) => failed(toolName, finding)),
      ...(errors === 1 ? [errored(toolName, result?.reason ?? status)] : own.length === 0 ? [passed(toolName)] : []),
    ];
    return (
      `  <testsuite name="${xml(toolName)}" tests="${cases.length}" failures="${own.length}" errors="${errors}" ` +
      `time="${((duration ?? 0) / 1000).toFixed(3)}">\n${cases.join('')}  </testsuite>\n`
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Assay">\n${suites.join('')}</testsuites>\n`;
}

const begin = (tool: string, name: string): string => `    <testcase classname="${xml(tool)}" name="${xml(name)}"`;

const passed = (tool: string): string => `${begin(tool, 'nothing was found')}/>\n`;

const errored = (tool: string, reason: string): string =>
  `${begin(tool, 'did not complete')}><error message="${xml(reason)}"/></testcase>\n`;

function failed(tool: string, finding: FindingView): string {
  const { severity, title, description, suggestion, code, file, line, rule } = finding;
  const where = file === null ? '' : ` file="${xml(file)}"${line === null ? '' : ` line="${line}"`}`;
  const text = [`${severity}: ${description === '' ? title : description}`, code ?? '', suggestion];
  return (
    `${begin(tool, `${title} at ${placeOf(finding)}`)}${where}><failure type="${xml(rule)}" ` +
    `message="${xml(title)}">${xml(text.filter((part) => part !== '').join('\n'))}</failure></testcase>\n`
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML 1.0 has no form for most control characters and for half a character. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!);
