import pc from 'picocolors';
import type { LocalScanResult } from '../local-scan';
import { findingCards } from './finding-cards';
import { findingsList } from './findings-list';
import { firstScreen } from './first-screen';
import type { ReportView } from './report-view';
import { summaryText } from './summary-text';
import type { Verdict } from './verdict';
import { wrapped } from './wrapped';

const VERDICT: Readonly<Record<Verdict['verdict'], (text: string) => string>> = {
  pass: pc.green,
  fail: pc.red,
  inconclusive: pc.yellow,
  uncovered: pc.yellow,
};

/** The report as text: the findings that are worth a look or all of them, then the summary, then the verdict. */
export function textReport(result: LocalScanResult, verdict: Verdict, view: ReportView): string {
  const { all, groupBy, width, isVerbose } = view;
  const { groups, folded } = firstScreen(view.findings, view);
  const listed = all
    ? findingsList(view.findings, groupBy ?? 'severity', width, isVerbose)
    : groupBy === undefined
      ? findingCards(groups, width, isVerbose)
      : findingsList(
          groups.flatMap(({ findings }) => findings),
          groupBy,
          width,
          isVerbose,
        );
  const hint = listed === '' ? '' : `${pc.dim('assay tools <tool> explains the rules of a tool')}\n`;
  return [listed, hint, summaryText(result, all ? [] : folded, width), verdictText(verdict, view.isGated, width)].join(
    '',
  );
}

/** Without a gate nothing was asked, so nothing has passed. */
function verdictText({ verdict, reason }: Verdict, gated: boolean, width: number): string {
  if (verdict === 'pass' && !gated) return `${wrapped(reason, width).map(pc.bold).join('\n')}\n`;
  const [first = '', ...rest] = wrapped(reason, width, `${verdict}: `);
  return `${[first.replace(verdict, VERDICT[verdict]), ...rest].join('\n')}\n`;
}
