import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ToolDefinition } from '@assay/analysis';
import { cloudFormationRules } from '../../libs/analysis/src/catalogue/cloudformation/index';
import { terraformRules } from '../../libs/analysis/src/catalogue/terraform/index';
import { loadPlugins, prefixOf } from '../../libs/analysis/src/engines/eslint/plugins';

/** An engine package's description of one of its rules. */
export interface Description {
  readonly why?: string;
  readonly url?: string;
}

type Descriptions = (rules: readonly string[]) => Promise<ReadonlyMap<string, Description>>;

/** Engines without an entry have no descriptions of their rules in their package. */
const BY_ENGINE: Readonly<Record<string, Descriptions>> = {
  biome: async (rules) => new Map(rules.map((rule) => [rule, biomeRule(rule)])),
  eslint: eslintRules,
  'html-validate': htmlValidateRules,
  htmlhint: htmlhintRules,
  lighthouse: async (rules) => new Map(rules.map((rule) => [rule, lighthouseAudit(rule)])),
  markdownlint: async (rules) =>
    new Map(
      rules.map((rule) => [
        rule,
        { url: `https://github.com/DavidAnson/markdownlint/blob/main/doc/${rule.toLowerCase()}.md` },
      ]),
    ),
  oxlint: oxlintRules,
  page: axeRules,
  spectral: spectralRules,
  stylelint: stylelintRules,
  cloudformation: async () => new Map(cloudFormationRules.map(({ id, why }) => [id, { why }])),
  terraform: async () => new Map(terraformRules.map(({ id, why }) => [id, { why }])),
};

/** The descriptions of the tool's rules in the engine's installed packages. */
export async function descriptionsOf({ engine, rules }: ToolDefinition): Promise<ReadonlyMap<string, Description>> {
  const described = (await BY_ENGINE[engine]?.(Object.keys(rules))) ?? new Map<string, Description>();
  return new Map([...described].map(([rule, { why, url }]) => [rule, { ...said('why', why), ...said('url', url) }]));
}

const said = <K extends string>(key: K, text: string | undefined): { [key in K]?: string } => {
  const plain = text === undefined ? '' : plainText(text);
  return { ...(plain !== '' && { [key]: plain }) } as { [key in K]?: string };
};

const LONGEST = 400;

/** One paragraph without links and surplus white space; a long one is cut after a sentence. */
function plainText(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/);
  const plain = paragraph
    .replace(/\s*\[(?:Learn|Read) [^\]]*\]\([^)]*\)\.?/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= LONGEST) return plain;
  const sentence = /^.*[.!?](?=\s)/.exec(plain.slice(0, LONGEST))?.[0];
  return sentence ?? `${plain.slice(0, LONGEST - 1)}…`;
}

const fromHere = createRequire(__filename);

function biomeRule(rule: string): Description {
  const name = rule.slice(rule.lastIndexOf('/') + 1);
  const biome = join(dirname(fromHere.resolve('@biomejs/biome/package.json')), 'bin/biome');
  const explained = execFileSync(process.execPath, [biome, 'explain', name], { encoding: 'utf8' });
  const [, why = ''] = /\nDescription\n+([\s\S]*?)(?:\n\n|$)/.exec(explained) ?? [];
  const page = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { why, url: `https://biomejs.dev/linter/rules/${page}` };
}

interface RuleMeta {
  readonly meta?: { readonly docs?: { readonly description?: string; readonly url?: string } };
}

const described = (rule: RuleMeta | undefined): Description => {
  const { description, url } = rule?.meta?.docs ?? {};
  return {
    ...(description !== undefined && { why: sentence(description) }),
    ...(url !== undefined && { url }),
  };
};

const sentence = (text: string): string => {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`;
};

async function eslintRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const core = await coreRules();
  const { byPrefix } = await loadPlugins(rules.filter((rule) => !core.has(rule)));
  return new Map(
    rules.map((rule) => {
      const prefix = prefixOf(rule);
      const own = byPrefix.get(prefix)?.rules[rule.slice(prefix.length + 1)] as RuleMeta | undefined;
      return [rule, described(core.get(rule) ?? own)];
    }),
  );
}

async function coreRules(): Promise<ReadonlyMap<string, RuleMeta>> {
  const { builtinRules } = await import('eslint/use-at-your-own-risk');
  return builtinRules as ReadonlyMap<string, RuleMeta>;
}

/** Oxlint lists only the address of a rule's page. Rules from plugins that are used here get the plugin's texts. */
const TAKEN_OVER: Readonly<Record<string, string>> = { typescript: '@typescript-eslint', vue: 'vue', node: 'n' };

async function oxlintRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const oxlint = join(dirname(fromHere.resolve('oxlint/package.json')), 'bin/oxlint');
  const listed = JSON.parse(
    execFileSync(process.execPath, [oxlint, '--rules', '-f', 'json'], { encoding: 'utf8' }),
  ) as readonly { readonly scope: string; readonly value: string; readonly docs_url: string }[];
  const urls = new Map(listed.map(({ scope, value, docs_url }) => [`${scope.replace(/_/g, '-')}/${value}`, docs_url]));
  const inEslint = (rule: string): string => {
    const [scope, name] = rule.includes('/') ? rule.split('/', 2) : ['', rule];
    const prefix = TAKEN_OVER[scope!];
    return prefix === undefined ? rule : `${prefix}/${name}`;
  };
  const originals = await eslintRules(rules.map(inEslint));
  return new Map(
    rules.map((rule) => {
      const url = urls.get(rule.includes('/') ? rule : `eslint/${rule}`);
      return [rule, { ...originals.get(inEslint(rule)), ...(url !== undefined && { url }) }];
    }),
  );
}

async function axeRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const { default: axe } = await import('axe-core');
  const known = new Map(axe.getRules().map((rule) => [rule.ruleId, rule]));
  return new Map(
    rules.map((rule) => {
      const { description, helpUrl } = known.get(rule) ?? {};
      return [rule, { ...(description !== undefined && { why: sentence(description) }), ...said('url', helpUrl) }];
    }),
  );
}

/** Lighthouse keeps the texts of its audits beside the translations. */
const lighthouseTexts = (): Readonly<Record<string, { readonly message: string }>> =>
  JSON.parse(
    readFileSync(
      join(dirname(fromHere.resolve('lighthouse/package.json')), 'shared/localization/locales/en-US.json'),
      'utf8',
    ),
  ) as Readonly<Record<string, { readonly message: string }>>;

let texts: ReturnType<typeof lighthouseTexts> | undefined;

function lighthouseAudit(rule: string): Description {
  texts ??= lighthouseTexts();
  const key = Object.keys(texts).find((name) => name.endsWith(`/${rule}.js | description`));
  const message = key === undefined ? undefined : texts[key]?.message;
  const [, url] = /\[Learn [^\]]*\]\(([^)]*)\)/.exec(message ?? '') ?? [];
  return { ...(message !== undefined && { why: message }), ...(url !== undefined && { url }) };
}

async function htmlValidateRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const { HtmlValidate } = await import('html-validate');
  const validate = new HtmlValidate({ rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])) });
  const found = await Promise.all(
    rules.map(async (rule) => {
      const documentation = await validate.getRuleDocumentation({ ruleId: rule, ruleUrl: undefined } as never);
      return [
        rule,
        { ...(documentation !== null && { why: documentation.description, ...said('url', documentation.url) }) },
      ];
    }),
  );
  return new Map(found as [string, Description][]);
}

async function htmlhintRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  // HTMLHint publishes no types; `require` returns its one export.
  const { HTMLHint } = fromHere('htmlhint') as {
    HTMLHint: { rules: Readonly<Record<string, { readonly description?: string } | undefined>> };
  };
  return new Map(
    rules.map((rule) => {
      const why = HTMLHint.rules[rule]?.description;
      return [rule, { ...(why !== undefined && { why }), url: `https://htmlhint.com/rules/${rule}/` }];
    }),
  );
}

async function stylelintRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const { default: stylelint } = await import('stylelint');
  const known: Readonly<Record<string, Promise<{ readonly meta?: { readonly url?: string } }> | undefined>> =
    stylelint.rules;
  return new Map(
    await Promise.all(
      rules.map(
        async (rule): Promise<[string, Description]> => [rule, { ...said('url', (await known[rule])?.meta?.url) }],
      ),
    ),
  );
}

async function spectralRules(rules: readonly string[]): Promise<ReadonlyMap<string, Description>> {
  const { oas } = await import('@stoplight/spectral-rulesets');
  const known: Readonly<Record<string, object | undefined>> = oas.rules;
  return new Map(
    rules.map((rule) => {
      const { description: why } = (known[rule] ?? {}) as { readonly description?: string };
      return [rule, { ...(why !== undefined && { why: sentence(why) }) }];
    }),
  );
}
