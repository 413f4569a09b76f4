import { configured } from './configured';

const CONFIGURATION = {
  profile: 'security',
  categories: ['security'],
  tools: { only: ['spelling', 'css-errors'], except: ['js-style'] },
  rules: { spelling: 'high' },
  history: false,
} as const;

describe('what a session is told', () => {
  it('is what the configuration says, where the request says nothing', () =>
    expect(configured({}, CONFIGURATION)).toEqual({
      categories: ['security'],
      tools: ['spelling', 'css-errors'],
      excludeTools: ['js-style'],
      history: false,
      decisions: { profile: 'security', rules: { spelling: 'high' } },
    }));

  it('is nothing where neither says anything', () => expect(configured({}, {})).toEqual({ decisions: {} }));

  it('is what the request says, field by field', () =>
    expect(
      configured({ history: true, excludeTools: ['css-errors'], decisions: { profile: 'strict' } }, CONFIGURATION),
    ).toEqual({
      categories: ['security'],
      tools: ['spelling', 'css-errors'],
      excludeTools: ['css-errors'],
      history: true,
      decisions: { profile: 'strict', rules: { spelling: 'high' } },
    }));

  it.each([{ tools: ['js-style'] }, { categories: ['performance'] }])(
    'takes no tools of the configuration beside %j',
    (request) => expect(configured(request, CONFIGURATION)).toMatchObject(request),
  );

  it('leaves out no tool that the request names', () =>
    expect(configured({ tools: ['js-style'] }, CONFIGURATION)).toEqual({
      tools: ['js-style'],
      history: false,
      decisions: { profile: 'security', rules: { spelling: 'high' } },
    }));
});
