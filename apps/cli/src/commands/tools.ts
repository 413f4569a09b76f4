import { type ToolDefinition, didYouMean, documentationOf, toolPage } from '@assay/analysis';
import { FINDING_CATEGORIES, counted, readPriceList } from '@assay/kernel';
import { type ToolCatalogue, installedCatalogue } from '@assay/scanning';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { CommandFailed } from '../exit-status';
import { textWidth } from '../output/text-layout';
import { toolPageText } from '../output/tool-page-text';
import { wrapped } from '../output/wrapped';
import { settingsWith } from '../settings';

interface ToolsOptions {
  readonly category?: string;
  readonly json?: boolean;
}

export const toolsCommand = (): Command =>
  new Command('tools')
    .argument('[id]', 'the tool to show')
    .addOption(new Option('--category <category>', 'only these').choices(FINDING_CATEGORIES))
    .option('--json', 'as JSON')
    .action((id: string | undefined, options: ToolsOptions) =>
      id === undefined ? listTools(options) : showTool(id, options),
    );

/** @throws CommandFailed for an id that no tool has */
function showTool(id: string, { json }: ToolsOptions): void {
  const catalogue = installedCatalogue();
  const tool = catalogue.tool(id);
  const engine = tool && catalogue.engine(tool.engine);
  if (tool === undefined || engine === undefined) {
    const ids = catalogue.tools.map((each) => each.id);
    throw new CommandFailed(`there is no tool ${id}.${didYouMean(id, ids)} assay tools lists them`);
  }
  const page = toolPage(tool, engine, documentationOf(id));
  const missing = catalogue.missing(tool.engine);
  if (json) {
    printJson({ ...page, unavailableBecause: missing ?? null });
    return;
  }
  process.stdout.write(
    `${toolPageText(page, readPriceList(settingsWith({}).pricesFile), process.stdout.columns ?? 0)}`,
  );
  if (missing !== undefined) process.stdout.write(`${pc.yellow('missing:')} ${missing}\n`);
}

function listTools({ category, json }: ToolsOptions): void {
  const catalogue = installedCatalogue();
  const chosen = catalogue.tools.filter((tool) => category === undefined || tool.category === category);
  if (json)
    printJson(
      chosen.map(({ rules, ...tool }) => ({
        ...tool,
        rules: Object.keys(rules),
        unavailableBecause: catalogue.missing(tool.engine) ?? null,
      })),
    );
  else printList(chosen, catalogue);
}

function printList(chosen: readonly ToolDefinition[], { missing }: ToolCatalogue): void {
  const width = textWidth(process.stdout.columns);
  for (const { id, category, billing, engine, rules, description } of chosen) {
    const name = missing(engine) === undefined ? pc.bold(id) : pc.dim(`${id} (not installed)`);
    const facts = [
      category,
      ...(billing === category ? [] : [`billed as ${billing}`]),
      counted(Object.keys(rules).length, 'rule'),
    ].join(', ');
    process.stdout.write(`${name}  ${pc.dim(facts)}\n${wrapped(description, width, '  ').join('\n')}\n`);
  }
  process.stdout.write(`\n${counted(chosen.length, 'tool')}; assay tools <id> shows one with its rules and examples\n`);
  const absent = new Map(
    chosen.flatMap(({ engine }) => {
      const reason = missing(engine);
      return reason === undefined ? [] : [[engine, reason] as const];
    }),
  );
  for (const reason of absent.values())
    process.stdout.write(`${pc.yellow('missing:')}\n${wrapped(reason, width, '  ').join('\n')}\n`);
}

const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};
