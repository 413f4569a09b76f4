import { counted } from '@assay/kernel';
import { FILE_ROLES } from '@assay/source-text';
import type { Looked } from './look-at';

const LANGUAGES = 8;

/** Characters of a line of a comment. */
const WIDTH = 100;

/** An `assay.yml` with what was seen and is proposed, and with what can be decided beside it. */
export function configurationText(
  { languages, frameworks, roles, testData, isPart }: Looked,
  tools: readonly { readonly id: string }[],
): string {
  const seen = languages.slice(0, LANGUAGES).map(([language, files]) => `${language} (${counted(files, 'file')})`);
  const others = FILE_ROLES.filter((role) => roles.has(role)).map((role) => `${role} (${roles.get(role)})`);
  return [
    '# What is decided about scans of this repository: assay scan . --config assay.yml',
    '# Assay reads it only where the command line names it.',
    ...(seen.length === 0 ? [] : [`# Languages: ${seen.join(', ')}`]),
    ...(frameworks.length === 0 ? [] : [`# Frameworks: ${frameworks.join(', ')}`]),
    ...(others.length === 0 ? [] : [`# Files of other roles: ${others.join(', ')}`]),
    ...(isPart ? ['# The repository is large: a part of it was looked at.'] : []),
    'version: 1',
    '',
    '# Which rules count: recommended, security or strict.',
    'profile: recommended',
    '',
    '# By tool or by tool/rule: off, on, critical, high, medium, low or info.',
    '# rules:',
    '#   spelling: on',
    '#   js-suspicious/no-eval: critical',
    '',
    ...toolsText(tools.map(({ id }) => id)),
    '# Whether the last 200 commits are looked at.',
    '# history: false',
    '',
    ...pathsText(testData.filter((folder) => PLAIN.test(folder))),
    '# Whether assay-ignore comments and .assay/ignore hold: honour or ignore.',
    '# suppressions: honour',
    '',
    '# What a scan may take.',
    '# budget:',
    '#   credits: 20',
    '#   seconds: 600',
    '',
    '# When a scan ends with status 1.',
    'gate:',
    '  failOn: high',
    '',
  ].join('\n');
}

/** No character that a glob or YAML takes for something else. */
const PLAIN = /^[\w./ @-]+$/;

const pathsText = (testData: readonly string[]): readonly string[] =>
  testData.length === 0
    ? ['# Which files are looked at.', '# paths:', "#   except: ['legacy/**']", '']
    : [
        '# Which files are looked at: all but the data of tests, which is wrong on purpose.',
        'paths:',
        '  except:',
        ...testData.map((folder) => `    - '${folder}**'`),
        '',
      ];

/** All of them run where nothing is said; which they are, is for who wants to leave some out. */
const toolsText = (ids: readonly string[]): readonly string[] => [
  ...wrapped(
    `${counted(ids.length, 'tool')} with something to look at here, which run if nothing is said: ${ids.join(', ')}`,
  ),
  '# tools:',
  `#   except: [${ids[0] ?? 'spelling'}]`,
  '',
];

function wrapped(text: string): readonly string[] {
  const lines = ['#'];
  for (const word of text.split(' '))
    if (lines.at(-1)!.length + word.length < WIDTH) lines.push(`${lines.pop()!} ${word}`);
    else lines.push(`# ${word}`);
  return lines;
}
