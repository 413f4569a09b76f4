import type { InfrastructureRule } from '../infrastructure/rule';

export * from '../infrastructure/condition';

/** `on` also names other blocks: `data.<type>`, `provider.<name>`, `backend.<type>`, `module` and `variable`. */
export type TerraformRule = InfrastructureRule;

/** An example as a whole file. */
export function exampleText(rule: TerraformRule, side: 'bad' | 'good'): string {
  const text = rule[side];
  if (/^(?:resource|data|ephemeral|provider|terraform|module|locals|variable)\b/.test(text)) return `${text}\n`;
  const on = typeof rule.on === 'string' ? rule.on : rule.on[0]!;
  const body = text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
  const [kind, name] = on.split('.');
  if (name === undefined) return `resource "${on}" "example" {\n${body}\n}\n`;
  if (kind === 'data') return `data "${name}" "example" {\n${body}\n}\n`;
  if (kind === 'provider') return `provider "${name}" {\n${body}\n}\n`;
  return `terraform {\n  backend "${name}" {\n${body.replace(/^(?=.)/gm, '  ')}\n  }\n}\n`;
}
