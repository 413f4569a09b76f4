/** Small targets whose findings are known. */
export const STYLESHEET = { 'site.css': 'a { colr: red; }\nb { color: #ff; }\n' };
export const DOCUMENT = { 'README.md': '#Title\n\nText.\n' };
/** One script injection, by the engine that starts fastest. */
export const WORKFLOW = {
  '.github/workflows/greet.yml': [
    'on: issues',
    'permissions: {}',
    'jobs:',
    '  greet:',
    '    runs-on: ubuntu-24.04',
    '    steps:',
    '      - run: echo "${{ github.event.issue.title }}"',
    '',
  ].join('\n'),
};
