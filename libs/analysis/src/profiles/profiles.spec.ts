import { catalogue } from '../catalogue';
import type { ToolDefinition } from '../catalogue/tool';
import { PROFILES, PROFILE_IDS, type Profile } from './profiles';
import { type RuleDecisions, chosenSeverity, underDecisions } from './rule-choices';

const toolOf = (id: string): ToolDefinition => catalogue.find((tool) => tool.id === id)!;
const counted = (id: string, decisions: RuleDecisions) => underDecisions(decisions, toolOf(id))?.rules;

describe('profiles', () => {
  it.each(PROFILE_IDS)('name tools and rules that there are: %s', (id) => {
    const known = new Set(
      catalogue.flatMap((tool) => [tool.id, ...Object.keys(tool.rules).map((r) => `${tool.id}/${r}`)]),
    );
    expect(Object.keys((PROFILES[id] as Profile).rules).filter((selector) => !known.has(selector))).toEqual([]);
  });

  it('count every rule where none is chosen, and under strict', () => {
    for (const tool of catalogue) {
      expect(underDecisions({}, tool)).toBe(tool);
      expect(underDecisions({ profile: 'strict' }, tool)).toBe(tool);
    }
  });

  it('keep every rule of medium severity or above in recommended', () => {
    const grave = catalogue.flatMap((tool) =>
      Object.entries(tool.rules)
        .filter(([, { severity }]) => severity !== 'low' && severity !== 'info')
        .filter(([rule]) => !underDecisions({ profile: 'recommended' }, tool)?.rules[rule])
        .map(([rule]) => `${tool.id}/${rule}`),
    );
    expect(grave).toEqual([]);
  });

  it('leave out style in recommended, unless a tool is named', () => {
    expect(counted('spelling', { profile: 'recommended' })).toBeUndefined();
    expect(counted('spelling', { profile: 'recommended', namedTools: ['spelling'] })).toBe(toolOf('spelling').rules);
    expect(counted('py-security', { profile: 'recommended' })).toBe(toolOf('py-security').rules);
  });

  it('count nothing but security under security', () => {
    expect(Object.keys(counted('js-suspicious', { profile: 'security' })!)).toEqual(
      expect.arrayContaining(['no-eval', 'no-script-url']),
    );
    expect(Object.keys(counted('js-suspicious', { profile: 'security' })!)).toHaveLength(4);
    expect(counted('code-duplication', { profile: 'security' })).toBeUndefined();
    expect(counted('secrets-source', { profile: 'security' })).toBe(toolOf('secrets-source').rules);
  });
});

describe('choices of rules', () => {
  it('win over the profile, the rule over its tool', () => {
    const rules = { 'js-suspicious': 'off', 'js-suspicious/no-eval': 'critical', spelling: 'on' } as const;
    expect(counted('js-suspicious', { rules })).toEqual({
      'no-eval': { ...toolOf('js-suspicious').rules['no-eval'], severity: 'critical' },
    });
    expect(counted('spelling', { profile: 'recommended', rules })).toBe(toolOf('spelling').rules);
  });

  it('switch off a tool that is named, too: whoever named it decided so', () =>
    expect(counted('spelling', { rules: { spelling: 'off' }, namedTools: ['spelling'] })).toBeUndefined());

  it('say the severity only where somebody chose one', () => {
    const decisions: RuleDecisions = { rules: { spelling: 'high', 'js-style': 'on' } };
    expect(chosenSeverity(decisions, toolOf('spelling'), 'unknown-word')).toBe('high');
    expect(chosenSeverity(decisions, toolOf('js-style'), 'no-var')).toBeUndefined();
    expect(chosenSeverity(decisions, toolOf('py-security'), 'S101')).toBeUndefined();
  });

  it('take no choice from what objects inherit', () => {
    const tool = { ...toolOf('spelling'), id: 'constructor' };
    expect(underDecisions({ rules: {} }, tool)).toBe(tool);
  });
});
