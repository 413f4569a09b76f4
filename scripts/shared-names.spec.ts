const { sharedNames } = require('./shared-names.cjs') as { sharedNames(texts: Map<string, string>): string[] };

const shared = (texts: Readonly<Record<string, string>>) => sharedNames(new Map(Object.entries(texts)));

describe('the check of shared names', () => {
  it('names exported types of one name and several shapes, with their places', () =>
    expect(
      shared({
        'libs/a/src/a.ts': '\nexport interface Place { line: number }\n',
        'libs/b/src/b.ts': 'export type Place = string;\nexport class Other {}\n',
      }),
    ).toEqual(['Place: libs/a/src/a.ts:2, libs/b/src/b.ts:1']));

  it('lets two types of one shape be, and types that are not exported', () =>
    expect(
      shared({
        'libs/a/src/a.ts': '/** One. */\nexport interface Place { readonly line: number }\n',
        'libs/b/src/b.ts': 'export interface Place {\n  readonly line: number;\n}\n',
        'libs/c/src/c.ts': 'type Place = string;\n',
      }),
    ).toEqual([]));

  const ENGINES = 'libs/analysis/src/engines';
  it.each([
    ['two engines', `${ENGINES}/sql/a.ts`, `${ENGINES}/prose/a.ts`, false],
    ['two files of an engine', `${ENGINES}/sql/a.ts`, `${ENGINES}/sql/deep/a.ts`, true],
    ['an engine and the kit', `${ENGINES}/sql/a.ts`, `${ENGINES}/kit/a.ts`, true],
    ['an engine and another library', `${ENGINES}/sql/a.ts`, 'libs/billing/src/a.ts', false],
    ['two languages of data flow', `${ENGINES}/flow/lower/c/a.ts`, `${ENGINES}/flow/lower/php/a.ts`, false],
    [
      'an engine for infrastructure and what it asks',
      `${ENGINES}/terraform/a.ts`,
      `${ENGINES}/infrastructure/a.ts`,
      true,
    ],
    ['a response and what it shows', 'libs/http-api/src/x/x.responses.ts', 'libs/billing/src/a.ts', false],
    ['two responses', 'libs/http-api/src/x/x.responses.ts', 'libs/http-api/src/y/y.responses.ts', true],
  ])('knows whether one reader meets the names of %s', (_, one, other, isFound) =>
    expect(shared({ [one]: 'export type Name = 1;\n', [other]: 'export type Name = 2;\n' })).toHaveLength(
      isFound ? 1 : 0,
    ),
  );
});
