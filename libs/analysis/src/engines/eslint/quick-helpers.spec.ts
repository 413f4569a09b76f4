import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Linter, type Rule } from 'eslint';
import { NOWHERE } from './lint-config';
import { entropyOf, hasten } from './quick-helpers';

const ENTROPY = 'eslint-plugin-no-secrets/dist/utils.js';
const DEPENDENCIES = 'eslint-plugin-sonarjs/cjs/helpers/dependency-manifests/dependencies.js';
const MODULES = 'eslint-plugin-sonarjs/cjs/helpers/module.js';
const COMPAT = join(require.resolve('eslint-plugin-compat'), '../../../esm/src/helpers.js');
type LintMember = (
  context: object,
  report: unknown,
  lacking: readonly object[],
  sourceCode: object,
  node: object,
) => void;
interface Helpers {
  shannonEntropy(text: string): number;
  getDependenciesSanitizePaths(context: object): ReadonlySet<string>;
  getFullyQualifiedName(context: object, node: object, names?: string[]): string | null;
}
const { shannonEntropy } = { ...(require(ENTROPY) as Helpers) };
const { getDependenciesSanitizePaths } = { ...(require(DEPENDENCIES) as Helpers) };
const { getFullyQualifiedName } = { ...(require(MODULES) as Helpers) };

describe('quicker helpers of rules', () => {
  it('give every text the entropy that the plugin gives it, to the last bit', () => {
    const texts = Array.from({ length: 500 }, (_, length) => {
      const bytes = randomBytes(1 + length);
      return [
        bytes.toString('base64'),
        bytes.toString('hex'),
        bytes.toString('latin1'),
        `${bytes.toString('utf8')}😀+`,
      ];
    }).flat();
    for (const text of ['', 'a', '++', ...texts]) expect(entropyOf(text)).toBe(shannonEntropy(text));
  });

  it('tell the dependencies that the plugin finds above a file that it lints', () => {
    hasten('sonarjs');
    const context = { cwd: NOWHERE, filename: join(NOWHERE, 'test/app.spec.js'), settings: {} };
    const quick = (require(DEPENDENCIES) as Helpers).getDependenciesSanitizePaths;
    expect(quick).not.toBe(getDependenciesSanitizePaths);
    expect([...quick(context)]).toEqual([...getDependenciesSanitizePaths(context)]);
  });

  it('give every node the name that the plugin gives it, each time', () => {
    hasten('sonarjs');
    const quick = (require(MODULES) as Helpers).getFullyQualifiedName;
    expect(quick).not.toBe(getFullyQualifiedName);
    const names = new Set<string | null>();
    const compare: Rule.RuleModule = {
      create: (context) => ({
        '*': (node: Rule.Node) => {
          const name = getFullyQualifiedName(context, node);
          names.add(name);
          for (let times = 0; times < 2; times += 1) expect(quick(context, node)).toBe(name);
          expect(quick(context, node, ['then'])).toBe(getFullyQualifiedName(context, node, ['then']));
        },
      }),
    };
    const code = `
      const { createHash: hash } = require('node:crypto');
      const app = require('express')();
      const again = app;
      import('fs');
      hash('md5').update(again.get('x')).digest();
      let changed = app;
      changed = hash;
      changed();
      require('a').b.c();
      console.log(process.argv, unknown);
    `;
    const messages = new Linter().verify(code, {
      plugins: { own: { rules: { compare } } },
      rules: { 'own/compare': 'error' },
      languageOptions: { sourceType: 'commonjs', globals: { console: 'readonly' } },
    });
    expect(messages).toEqual([]);
    expect([...names]).toEqual(expect.arrayContaining([null, 'crypto.createHash', 'express', 'a.b.c', 'console.log']));
  });

  it('ask about all that browsers lack where a name is among it', () => {
    const { lintMemberExpression } = { ...(require(COMPAT) as { lintMemberExpression: LintMember }) };
    hasten('compat');
    const quick = (require(COMPAT) as { lintMemberExpression: LintMember }).lintMemberExpression;
    expect(quick).not.toBe(lintMemberExpression);
    const lacking = [
      { object: 'EyeDropper', protoChainId: 'EyeDropper' },
      { object: 'Array', property: 'from', protoChainId: 'Array.from' },
      { object: 'document', property: null, protoChainId: 'document' },
    ];
    const told: string[] = [];
    const compare: Rule.RuleModule = {
      create: ({ sourceCode }) => ({
        MemberExpression(node) {
          const [own, ours]: unknown[][] = [[], []];
          lintMemberExpression({}, (each: unknown) => own!.push(each), lacking, sourceCode, node);
          quick({}, (each: unknown) => ours!.push(each), lacking, sourceCode, node);
          expect(ours).toEqual(own);
          if (own!.length > 0) told.push(sourceCode.getText(node));
        },
      }),
    };
    const code = `Array.from(a); [].from; Array.of; document.x; window.EyeDropper; window.x; this.from; a[0]; a.from;
      globalThis.document; globalThis.Array.from(a); f().from; new Array().from; 'x'.from; (() => 1).from;
      import.meta.x;`;
    const messages = new Linter().verify(code, [
      { plugins: { own: { rules: { compare } } }, rules: { 'own/compare': 'error' } },
    ]);
    expect(messages).toEqual([]);
    expect(told).toEqual([
      'Array.from',
      '[].from',
      'document.x',
      'window.EyeDropper',
      'globalThis.document',
      'globalThis.Array.from',
      'new Array().from',
    ]);
  });

  it('are those that the rules call', () => {
    hasten('no-secrets');
    expect((require(ENTROPY) as Helpers).shannonEntropy).toBe(entropyOf);
  });
});
