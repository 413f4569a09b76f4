import { FINDING_CATEGORIES } from '@assay/kernel';
import { installedCatalogue } from '@assay/scanning';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { counted } from '../output/counted';
import { bareTable } from '../output/table-style';

export const toolsCommand = (): Command =>
  new Command('tools')
    .description('list the analysis tools')
    .addOption(new Option('--category <category>', 'only these').choices(FINDING_CATEGORIES))
    .option('--json', 'as JSON')
    .action(({ category, json }: { category?: string; json?: boolean }) => {
      const { tools, missing } = installedCatalogue();
      const chosen = tools.filter((tool) => category === undefined || tool.category === category);
      if (json) {
        process.stdout.write(
          `${JSON.stringify(
            chosen.map(({ rules, ...tool }) => ({
              ...tool,
              rules: Object.keys(rules),
              unavailableBecause: missing(tool.engine) ?? null,
            })),
            null,
            2,
          )}\n`,
        );
        return;
      }
      const table = bareTable(['Tool', 'Category', 'Billed as', 'Engine', 'Rules', 'Looks for']);
      for (const { id, category: finding, billing, engine, rules, description } of chosen)
        table.push([
          missing(engine) === undefined ? id : pc.dim(`${id} (not installed)`),
          finding,
          billing,
          engine,
          Object.keys(rules).length,
          description,
        ]);
      process.stdout.write(`${table.toString()}\n${counted(chosen.length, 'tool')}\n`);
      const absent = new Map(
        chosen.flatMap(({ engine }) => {
          const reason = missing(engine);
          return reason === undefined ? [] : [[engine, reason] as const];
        }),
      );
      for (const reason of absent.values()) process.stdout.write(`${pc.yellow('missing:')} ${reason}\n`);
    });
