import axe from 'axe-core';
import { type Impact, SEVERITY_OF_IMPACT } from './axe-tool';
import { AXE_RULES_FOR_BROWSERS, markupTools } from '../markup';
import { LEFT_OUT_AXE_RULES, axeRules, axeTools } from '.';

const installed = axe.getRules();
/** No public answer of axe-core has the impact of a rule. */
const { _audit: audit } = axe as unknown as { _audit: { rules: readonly { id: string; impact: Impact }[] } };
const criteria = (tags: readonly string[]) =>
  tags.flatMap((tag) => {
    const [, digits] = /^wcag(\d{3,4})$/.exec(tag) ?? [];
    return digits ? [`${digits[0]}.${digits[1]}.${digits.slice(2)}`] : [];
  });

describe('the axe tools', () => {
  it('are nine', () => expect(axeTools).toHaveLength(9));

  it('share out every rule of the installed axe-core, each to one tool, but for those left out with a reason', () => {
    const asked = axeTools.flatMap(({ rules }) => Object.keys(rules));
    expect([...asked, ...Object.keys(LEFT_OUT_AXE_RULES)].sort()).toEqual(installed.map(({ ruleId }) => ruleId).sort());
  });

  it('leave out as deprecated, experimental and of level AAA what axe-core tags so', () => {
    const tagged = (tag: string) => installed.filter(({ tags }) => tags.includes(tag)).map(({ ruleId }) => ruleId);
    const expected = [...tagged('deprecated'), ...tagged('experimental'), ...tagged('wcag2aaa'), 'frame-tested'];
    expect(Object.keys(LEFT_OUT_AXE_RULES).sort()).toEqual([...new Set(expected)].sort());
  });

  it('leave to browsers what no file can be judged by, and have files judged by all the others', () => {
    const inFiles = Object.keys(markupTools.find(({ id }) => id === 'axe-markup')!.rules);
    expect([...inFiles, ...Object.keys(AXE_RULES_FOR_BROWSERS)].sort()).toEqual(Object.keys(axeRules).sort());
  });

  it.each(Object.entries(axeRules))('%s has the severity of its impact, and names the criteria of WCAG that it is about', (id, { severity, title, fix }) => {
    const { tags } = installed.find(({ ruleId }) => ruleId === id)!;
    expect(severity).toBe(SEVERITY_OF_IMPACT[audit.rules.find((rule) => rule.id === id)!.impact]);
    expect(/\(WCAG ([^)]*)\)\.$/.exec(fix ?? '')?.[1]?.split(', ') ?? []).toEqual(criteria(tags));
    expect(title).toBeTruthy();
  });
});
