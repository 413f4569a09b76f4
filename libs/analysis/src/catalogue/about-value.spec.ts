import { catalogue } from '.';
import { isAboutValue, rulesAboutValue } from './about-value';
import { FLOW_RULES } from './flow/weaknesses';
import { weaknessOf } from './weaknesses';

describe('the rules that data flow may lower', () => {
  const followed = new Set(Object.values(FLOW_RULES).map(weaknessOf));

  it.each(rulesAboutValue)('%s/%s is one of the catalogue, of a weakness that data flow follows', (id, rule) => {
    const tool = catalogue.find((each) => each.id === id);
    expect(tool?.engine).not.toBe('flow');
    expect(followed).toContain(weaknessOf(tool?.rules[rule] ?? {}));
  });

  it('leaves out what is wrong whatever comes in', () => {
    expect(isAboutValue('java-security', 'xml-external-entities')).toBe(false);
    expect(isAboutValue('py-security', 'S301')).toBe(false);
    expect(isAboutValue('nothing', 'S608')).toBe(false);
  });
});
