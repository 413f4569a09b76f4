import committed from '../libs/analysis/src/engines/eslint/lacking-apis.generated.json';
import { lackingApis } from './lacking-apis';

describe('the APIs that a browser in use lacks', () => {
  it('are those of the installed eslint-plugin-compat (npm run lacking-apis writes them anew)', () =>
    expect(committed).toEqual(lackingApis()));
});
