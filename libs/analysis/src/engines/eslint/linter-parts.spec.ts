import { eslintTools } from '../../catalogue/eslint';
import { LOOKS } from './idle-looks';
import { partsOnDemand } from './linter-parts';
import { rulesOf } from './lint-config';
import { type LoadedPlugins, loadPlugins } from './plugins';
import { SUBJECTS } from './rule-subjects';
import { SONAR_RULE_FOLDERS } from './sonar-rule-folders';

const tool = (id: string) => eslintTools.find((each) => each.id === id)!;

describe('the parts of a linter', () => {
  const asked: string[] = [];
  const parts = () => {
    asked.length = 0;
    return partsOnDemand({
      plugins: (rules): Promise<LoadedPlugins> => {
        asked.push(rules.join());
        const unavailable = [{ rule: rules.at(-1)!, reason: 'not installed' }];
        return Promise.resolve({ byPrefix: new Map([['x', { rules: { [rules[0]!]: {} as never } }]]), unavailable });
      },
      parser: (name) => {
        asked.push(name);
        return Promise.resolve({ meta: { name } } as never);
      },
    });
  };

  it('are the plugins for the tools that a file needs, loaded once each', async () => {
    const needed = parts();
    expect(asked).toEqual([]);
    const [security, sonar] = [tool('eslint-security'), tool('sonar-bugs')];
    await needed.plugins([security]);
    const both = await needed.plugins([security, sonar]);
    expect(asked).toEqual([rulesOf(security).join(), rulesOf(sonar).join()]);
    expect(Object.keys(both.byPrefix.get('x')!.rules)).toEqual([rulesOf(security)[0], rulesOf(sonar)[0]]);
    expect(both.unavailable.map(({ rule }) => rule)).toEqual([rulesOf(security).at(-1), rulesOf(sonar).at(-1)]);
  });

  it('have the parser of TypeScript only for code that may be TypeScript', async () => {
    const needed = parts();
    expect(await needed.parsers('javascript', false)).toEqual({});
    expect(await needed.parsers('yaml', true)).toEqual({});
    expect(asked).toEqual([]);
    await needed.parsers('javascript', true);
    await needed.parsers('vue', false);
    await needed.parsers('svelte', false);
    expect(asked).toEqual(['@typescript-eslint/parser', 'vue-eslint-parser', 'svelte-eslint-parser']);
  });

  it('that cannot be loaded are named', async () => {
    const { unavailable } = await partsOnDemand().plugins([
      { ...tool('sonar-bugs'), rules: { 'nowhere/x': { severity: 'low' } } },
    ]);
    expect(unavailable).toEqual([
      { rule: 'nowhere/x', reason: 'nowhere/x does not load: it is not one of the known plugins' },
    ]);
  });
});

describe('rules that are loaded one by one', () => {
  // Some rules are wrapped: see rule-repairs, rule-subjects and idle-looks.
  const wrapped = new Set(['no-insecure-random', ...Object.keys(SUBJECTS['sonarjs']!), ...Object.keys(LOOKS)]);

  it.each([
    ['sonarjs', 'eslint-plugin-sonarjs'],
    ['@microsoft/sdl', '@microsoft/eslint-plugin-sdl'],
  ])('of %s are those of the whole plugin', async (prefix, name) => {
    const rules = [...new Set(eslintTools.flatMap(rulesOf))].filter((rule) => rule.startsWith(`${prefix}/`));
    const { byPrefix, unavailable } = await loadPlugins(rules);
    expect(unavailable).toEqual([]);
    const whole = (require(name) as { rules: Readonly<Record<string, unknown>> }).rules;
    const alone = byPrefix.get(prefix)!.rules;
    expect(Object.keys(alone).sort()).toEqual(rules.map((rule) => rule.slice(prefix.length + 1)).sort());
    const differing = Object.keys(alone).filter((rule) => alone[rule] !== whole[rule] && !wrapped.has(rule));
    expect(differing).toEqual([]);
  });

  it('are found for every rule of a tool, so that no pass loads the whole plugin of 1,445 modules', () => {
    const sonar = [...new Set(eslintTools.flatMap(rulesOf))].filter((rule) => rule.startsWith('sonarjs/'));
    expect(sonar.map((rule) => rule.slice('sonarjs/'.length)).sort()).toEqual(Object.keys(SONAR_RULE_FOLDERS).sort());
  });
});
