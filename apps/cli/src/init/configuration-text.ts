import { counted } from '@assay/kernel';
import { FILE_ROLES } from '@assay/source-text';
import type { Looked } from './look-at';

const LANGUAGES = 8;

/** An `assay.yml` with what was seen, and with what can be decided beside it. */
export function configurationText({ languages, frameworks, roles, isPart }: Looked): string {
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
    '# Whether the last 200 commits are looked at.',
    '# history: false',
    '',
    '# Which files are looked at.',
    '# paths:',
    "#   except: ['legacy/**']",
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
