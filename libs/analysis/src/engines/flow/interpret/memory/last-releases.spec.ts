import type { Statement } from '../../ir';
import type { Run } from '../run';
import { forgetLastReleases } from './last-releases';

it('walks through the body of a try once, however many stand around it', () => {
  let walks = 0;
  const innermost = {
    kind: 'evaluate',
    get expression() {
      walks += 1;
      return { kind: 'literal', value: 1, at: 1 };
    },
  } as unknown as Statement;
  const run = { here: 1, state: { objectKeys: () => [] } } as unknown as Run;
  let body: readonly Statement[] = [innermost];
  for (let depth = 0; depth < 20; depth += 1) {
    forgetLastReleases(run, body);
    body = [{ kind: 'try', body, handlers: [[]], last: [] }];
  }
  expect(walks).toBe(1);
});
