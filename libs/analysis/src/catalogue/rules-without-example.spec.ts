import { rulesWithoutExample } from '../../../../scripts/tool-pages/rules-without-example';

it('every rule has an example: a line in a positive sample of its tool, and in what is expected of that sample', () => expect(rulesWithoutExample()).toEqual([]));
