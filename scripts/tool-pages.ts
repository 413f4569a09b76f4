// Writes the pages of the tools and the schema of assay.yml: `npm run docs:tools`. First what the pages are made of,
// which the API and the command line show, too; engines run only for tools whose samples, rules or packages have
// changed. `-- --all` runs them all.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@assay/analysis';
import { CONFIGURATION_SCHEMA } from '@assay/scanning';
import { RULE_DOCUMENTATION_FILE, readRuleDocumentation } from '../libs/analysis/src/catalogue/rule-documentation';
import { documented, outdatedTools, toJson } from './tool-pages/documentation';
import { PAGES, pageFiles } from './tool-pages/pages';
import { rulesWithoutExample } from './tool-pages/rules-without-example';

async function main(): Promise<void> {
  const known = existsSync(RULE_DOCUMENTATION_FILE) ? readRuleDocumentation() : {};
  const anew = process.argv.includes('--all') ? catalogue : outdatedTools(known);
  const { documentation, failed } = await documented(known, anew);
  writeFileSync(RULE_DOCUMENTATION_FILE, toJson(documentation));

  const files = pageFiles(documentation);
  mkdirSync(PAGES, { recursive: true });
  for (const name of readdirSync(PAGES)) if (!files.has(name)) rmSync(join(PAGES, name));
  for (const [name, content] of files) writeFileSync(join(PAGES, name), content);

  writeFileSync('docs/assay.schema.json', `${JSON.stringify(CONFIGURATION_SCHEMA, null, 2)}\n`);

  process.stdout.write(
    `${files.size} pages; ${anew.length - failed.length} of ${catalogue.length} tools documented again; ` +
      `${rulesWithoutExample().length} rules without an example\n`,
  );
  for (const { tool, reason } of failed) process.stderr.write(`${tool} did not complete on its sample: ${reason}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
