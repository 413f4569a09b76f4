import type { FindingView } from '@assay/findings';
import type { ReportContent } from './report';

/** The report as JSON, piece by piece. @param envelope members beside `data` */
export async function* jsonReport(
  { head, findings, suppressed }: ReportContent,
  envelope: Readonly<Record<string, unknown>> = {},
): AsyncGenerator<string> {
  const members = Object.entries(envelope)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('');
  yield `{${members}"data":${JSON.stringify(head).slice(0, -1)},"findings":[`;
  let separator = '';
  for await (const finding of findings) {
    yield `${separator}${JSON.stringify(reported(finding))}`;
    separator = ',';
  }
  yield ']';
  if (suppressed) {
    yield ',"suppressed":[';
    separator = '';
    for await (const finding of suppressed) {
      yield `${separator}${JSON.stringify({ ...reported(finding), suppression: finding.suppression })}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}}';
}

const reported = ({ id, title, severity, category, file, line, tool }: FindingView) => ({
  id,
  title,
  severity,
  category,
  file,
  line,
  tool,
});
