import type { FindingView } from '@assay/findings';
import type { RulePage } from '@assay/analysis';
import type { ListedPlace, ReportGroup } from './collect-groups';
import { counted, escaped, link, thousands } from './markup';

/** So many groups are open at first. The others open by themselves when somebody looks for something in them. */
const OPEN = 3;

/**
 * One group with its code, reason, remedy and places.
 * @param index its place on the page, from 0
 * @param isUnfolded everything is open, as on paper
 */
export function groupSection(
  group: ReportGroup,
  page: RulePage | undefined,
  index: number,
  isUnfolded: boolean,
): string {
  const { severity, category, tool, rule, role, count, examples } = group;
  const [first] = examples;
  const named = group.sameTitle ? first!.title : (page?.title ?? first!.title);
  const title = group.cause === undefined || count === 1 ? named : `${named}: ${group.cause}`;
  const open = isUnfolded || index < OPEN ? ' open' : '';
  const where = role === 'own' ? '' : `<span class="role">${escaped(role)}</span>`;
  return (
    `<details class="group" data-category="${escaped(category)}" data-tool="${escaped(tool)}" ` +
    `data-role="${role === 'own' ? 'own' : 'elsewhere'}" data-count="${count}"${open}>` +
    `<summary><span class="chip ${severity}">${severity}</span><h3>${escaped(title)}</h3>${where}` +
    `<span class="n">${counted(count, 'place')}</span></summary><div class="body">` +
    `${about(group, page)}${examples.map((each) => example(each, named)).join('')}` +
    further(group, named, isUnfolded) +
    `<p class="rule"><code>${escaped(`${tool}/${rule}`)}</code>${links(first!, page)}</p></div></details>`
  );
}

/** Why and how to fix it; once for all places where all say the same. */
function about({ examples }: ReportGroup, page: RulePage | undefined): string {
  const [{ suggestion }] = examples as [FindingView];
  const same = examples.every((each) => each.suggestion === suggestion);
  const fix = same ? suggestion : (page?.fix ?? suggestion);
  const lines = [...(page?.why === undefined ? [] : [['Why', page.why]]), ...(fix === '' ? [] : [['How to fix', fix]])];
  return lines.length === 0
    ? ''
    : `<dl>${lines.map(([name, text]) => `<dt>${name}</dt><dd>${escaped(text!)}</dd>`).join('')}</dl>`;
}

function example(finding: FindingView, title: string): string {
  const { severity, duplicateCount } = finding;
  const agree = duplicateCount > 0 ? `<span class="n">${duplicateCount + 1} tools agree</span>` : '';
  const text = said(finding, title);
  const paragraph = text === '' ? '' : `<p>${escaped(text)}</p>`;
  return (
    `<article class="place" data-severity="${severity}"><p class="at">${at(finding)}${agree}${judged(finding)}</p>` +
    `${paragraph}${code(finding)}${trace(finding)}</article>`
  );
}

/** The description of a place, without the parts that repeat the group's title. */
function said({ description, title: own }: Pick<ListedPlace, 'description' | 'title'>, title: string): string {
  const text = description === '' || description === title ? own : description;
  return text === title ? '' : text;
}

const at = ({ file, line }: Pick<ListedPlace, 'file' | 'line'>): string =>
  file === null ? 'the whole target' : `<code>${escaped(file)}${line === null ? '' : `:${line}`}</code>`;

const judged = ({ status }: Pick<ListedPlace, 'status'>): string =>
  status === 'open' ? '' : `<span class="role">${escaped(status.replace('_', ' '))}</span>`;

/** The lines around the place, with the finding's own lines marked; only the own lines if no others are known. */
function code({ code: own, line, snippet }: FindingView): string {
  if (own === null) return '';
  const marked = own.split('\n').length;
  const start = snippet?.startLine ?? line ?? 1;
  const from = snippet?.highlightLine ?? start;
  const lines = snippet?.lines ?? own.split('\n');
  const indent = commonIndent(lines);
  const rows = lines.map((text, index) => {
    const number = start + index;
    const mark = number >= from && number < from + marked;
    const tag = mark ? 'mark' : 'span';
    return `<${tag}><i>${line === null ? '' : number}</i>${escaped(text.slice(indent))}</${tag}>`;
  });
  return `<pre><code>${rows.join('\n')}</code></pre>`;
}

/**
 * The path of untrusted data, one step on each line; the list has a name, because screen readers jump from list to
 * list.
 */
function trace({ trace: way }: FindingView): string {
  if (!way) return '';
  const rows = way.steps.map(({ file, line, text, leftOut }) => {
    const lost = leftOut === undefined ? '' : `<em>${counted(leftOut, 'step')} left out, then</em> `;
    return `<li>${lost}<code>${escaped(file)}:${line}</code> ${escaped(text)}</li>`;
  });
  return `<ol class="trace" aria-label="How the input gets here">${rows.join('')}</ol>`;
}

const commonIndent = (lines: readonly string[]): number =>
  Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length), 1_000);

function further({ places, count, examples }: ReportGroup, title: string, isUnfolded: boolean): string {
  if (count === examples.length) return '';
  const unlisted = count - examples.length - places.length;
  const rows = places.map((place) => {
    const text = said(place, title);
    const remark = text === '' ? '' : ` ${escaped(text)}`;
    return `<li class="place" data-severity="${place.severity}">${at(place)}${judged(place)}${remark}</li>`;
  });
  const more =
    unlisted === 0 ? '' : `<p class="note">${thousands(unlisted)} more are in the JSON, SARIF and CSV reports.</p>`;
  const list = `<summary>${counted(places.length, 'further place')}</summary><ul>${rows.join('')}</ul>`;
  return places.length === 0 ? more : `<details class="more"${isUnfolded ? ' open' : ''}>${list}</details>${more}`;
}

function links({ cwe }: FindingView, page: RulePage | undefined): string {
  const number = /^CWE-(\d+)$/.exec(cwe ?? '')?.[1];
  const name = [cwe, page?.cwe?.name].filter((part) => part !== undefined).join(' ');
  const weakness =
    number === undefined ? escaped(cwe ?? '') : link(`https://cwe.mitre.org/data/definitions/${number}.html`, name);
  return (
    (weakness === '' ? '' : ` · ${weakness}`) +
    (page?.url === undefined ? '' : ` · ${link(page.url, 'about this rule')}`)
  );
}
