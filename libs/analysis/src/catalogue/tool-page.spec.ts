import { engineProfiles } from '../engines/engine-table';
import { catalogue } from '.';
import type { RuleDocumentation } from './rule-documentation';
import type { RuleDefinition, ToolDefinition } from './tool';
import { inWords, toolPage } from './tool-page';

const tool = (rules: Readonly<Record<string, RuleDefinition>>): ToolDefinition => ({ ...catalogue[0]!, rules, advice: 'Think about it.' });
const rulesOf = (rules: Readonly<Record<string, RuleDefinition>>, documentation: Readonly<Record<string, RuleDocumentation>> = {}) => toolPage(tool(rules), engineProfiles[0]!, documentation).rules;

describe("a tool's page", () => {
  it.each(catalogue.map((each) => [each.id, each] as const))('of %s names every weakness and success criterion, and says of every rule what it is and how to fix it', (_, each) => {
    const { rules } = toolPage(each, engineProfiles.find(({ id }) => id === each.engine)!, {});
    for (const { title, fix } of rules) expect([title, fix]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });

  it('takes the title from the catalogue, else from the engine, else from the id', () => {
    const definitions = { 'no-debugger': { severity: 'low', title: 'Debugger left behind' }, eqeqeq: { severity: 'low' }, 'vue/no-dupe-keys': { severity: 'low' } } as const;
    const documentation = { 'no-debugger': { why: 'Disallow the use of `debugger`.' }, eqeqeq: { why: 'Require `===` and `!==`. They convert nothing.' } };
    expect(rulesOf(definitions, documentation).map(({ title, why }) => [title, why])).toEqual([
      ['Debugger left behind', 'Disallow the use of `debugger`.'],
      ['Require `===` and `!==`', 'Require `===` and `!==`. They convert nothing.'],
      ['No dupe keys', undefined],
    ]);
  });

  it('says nothing twice: what became the title is not the reason, too', () => expect(rulesOf({ eqeqeq: { severity: 'low' } }, { eqeqeq: { why: 'Require `===` and `!==`.' } })[0]).not.toHaveProperty('why'));

  it('titles a rule that has only a number by what is said of its example', () => expect(rulesOf({ F401: { severity: 'low' }, E999: { severity: 'low' } }, { F401: { reported: '`os` imported but unused' } }).map(({ title }) => title)).toEqual(['`os` imported but unused', 'E999']));

  it('gives the advice of the tool where a rule has no fix of its own', () => expect(rulesOf({ eqeqeq: { severity: 'low' } })[0]?.fix).toBe('Think about it.'));

  it('names the success criteria that the fix refers to', () =>
    expect(rulesOf({ label: { severity: 'high', fix: 'Label it (WCAG 1.3.1, 4.1.2).' } })[0]?.wcag).toEqual([
      { criterion: '1.3.1', name: 'Info and Relationships' },
      { criterion: '4.1.2', name: 'Name, Role, Value' },
    ]));

  it.each([
    ['typescript/no-this-alias', 'No this alias'],
    ['a11y/noAutofocus', 'No autofocus'],
    ['NPM_ACCESS_TOKEN', 'NPM ACCESS TOKEN'],
    ['FalseCJS', 'False CJS'],
  ])('puts %s in words: %s', (rule, words) => expect(inWords(rule)).toBe(words));
});
