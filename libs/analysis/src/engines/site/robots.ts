import { type RobotsAnswer, type RobotsLine, robotsLines, robotsRules } from '@assay/target-records';
import type { Problem } from '../kit/per-file';

/** The fields that crawlers know, in the standard and beyond it. */
const FIELDS = new Set([
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'host',
  'noindex',
  'clean-param',
  'request-rate',
  'visit-time',
  'content-signal',
  'content-usage',
]);
const SHOWN = 20;

export function judgeRobots(robots: RobotsAnswer): Problem[] {
  if ('unreachable' in robots)
    return [
      {
        rule: 'robots-unreachable',
        excerpt: 'robots.txt',
        message: `robots.txt cannot be read, so robots stay away: ${robots.unreachable}`,
      },
    ];
  const { status, contentType, text, cut } = robots;
  if (status >= 500)
    return [
      {
        rule: 'robots-unreachable',
        excerpt: `robots.txt ${status}`,
        message: `robots.txt fails on the server (${status}), so robots stay away`,
      },
    ];
  if (status < 200 || status >= 300)
    return [{ rule: 'robots-missing', excerpt: 'robots.txt', message: `There is no robots.txt (${status})` }];
  if (/^\s*<(!doctype|html|head|body)\b/i.test(text))
    return [
      {
        rule: 'robots-is-html',
        excerpt: contentType || 'robots.txt',
        message: 'robots.txt is an HTML page: to robots it says nothing',
      },
    ];
  const large: Problem[] = cut
    ? [
        {
          rule: 'robots-too-large',
          excerpt: 'robots.txt',
          message: 'robots.txt is larger than 500 KiB: robots read no further than there',
        },
      ]
    : [];
  return [...large, ...syntax(text), ...blocking(text)];
}

function syntax(text: string): Problem[] {
  const { lines, unreadable } = robotsLines(text);
  const first = lines.findIndex(({ field }) => field === 'user-agent');
  const before = lines
    .slice(0, first < 0 ? lines.length : first)
    .filter(({ field }) => field === 'allow' || field === 'disallow');
  const wrongPath = lines.filter(
    ({ field, value }) => (field === 'allow' || field === 'disallow') && value !== '' && !/^[/*]/.test(value),
  );
  const written = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const say = (rule: string, line: number, message: string): Problem => ({
    rule,
    excerpt: (written[line - 1] ?? '').trim().slice(0, 200),
    message: `Line ${line} of robots.txt ${message}`,
  });
  return [
    ...before.map(({ line }: RobotsLine) =>
      say('robots-rule-without-group', line, 'stands before any User-agent, so it is for nobody'),
    ),
    ...unreadable.map((line) => say('robots-syntax', line, 'is no field with a colon')),
    ...lines
      .filter(({ field }) => !FIELDS.has(field))
      .map(({ line, field }) =>
        say('robots-syntax', line, `has a field that robots do not know: ${field.slice(0, 60)}`),
      ),
    ...wrongPath.map(({ line }) => say('robots-syntax', line, 'does not begin with a slash, so it matches nothing')),
  ].slice(0, SHOWN);
}

/** Reports a file that forbids everything to all robots that it does not name. */
function blocking(text: string): Problem[] {
  const rules = robotsRules(text, '*');
  const open = ['/', '/index.html', '/a'].some((path) => rules.allows(`https://site.invalid${path}`));
  return open
    ? []
    : [
        {
          rule: 'robots-block-everything',
          excerpt: 'Disallow: /',
          message: 'robots.txt keeps all robots out of the whole site',
        },
      ];
}
