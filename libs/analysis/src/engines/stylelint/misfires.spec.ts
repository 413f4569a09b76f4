import { isMisfire, severityAt } from './misfires';

const severity = (text: string) =>
  severityAt({ rule: 'a11y/no-outline-none', line: 1, column: 1, text: '', severity: 'warning' }, text.split('\n'));

describe('an outline that is removed', () => {
  it.each(['a:focus {}', '*:focus {}', ':focus {}', '.menu a, button:focus {}', 'input[type="text"]:focus {}'])(
    'takes the focus of all elements away in %s',
    (text) => expect(severity(text)).toBeUndefined(),
  );

  it.each(['.menu:focus {}', '&:focus {}', '.a input:focus {}', '.menu:focus {} /* a:focus */'])(
    'is of one component in %s',
    (text) => expect(severity(text)).toBe('low'),
  );
});

it.each([
  ['::ng-deep chart { color: red; }', true],
  ['::ng-deep p, chart { color: red; }', false],
  ['p chart { color: red; }', false],
])('knows where the elements of other components are: %s', (text, expected) => {
  const warning = { rule: 'selector-type-no-unknown', line: 1, column: text.indexOf('chart') + 1, text: '' };
  expect(isMisfire({ ...warning, severity: 'warning' }, [text])).toBe(expected);
});
