import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText, rulesOf } from '../kit/per-file';
import { SAFETY_RULES } from './safety';
import { scriptOf } from './statements';
import { syntaxProblems } from './syntax';

const MAX_BYTES = 4 * 1024 * 1024;
const SYNTAX = ['syntax-error', 'unbalanced-parenthesis', 'unterminated-text'];
/** A step from one schema to the next, which fills a column of all rows. */
const MIGRATION = /(?:^|\/)(?:[\w-]*migrations?|migrate|patches|flyway|liquibase)\//i;
const TEMPLATE = /\{\{[^}]{0,500}\}\}|\{%[^%]{0,500}%\}|<%=[^%]{0,500}%>|\$\{[^}\n]{1,200}\}/;
/** Codes that a terminal shows as colours: kept output of a program that prints SQL. */
const COLOURS = new RegExp(String.raw`\u001b\[[\d;]*m`, 'g');

/** Uses node-sql-parser for the syntax. Assay's own rules for the tokens find what is dangerous in any dialect. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('node-sql-parser', installedVersion('node-sql-parser'));
    await judgeEachText(
      pass,
      report,
      ({ file, text, tools }): Problem[] => {
        if (TEMPLATE.test(text)) throw new Unreadable('a template: its SQL is not known before it is filled in');
        const script = scriptOf(text.replace(COLOURS, ''));
        const rules = rulesOf(tools);
        const syntax = SYNTAX.some((rule) => rules.has(rule)) ? syntaxProblems(script) : [];
        return [
          ...syntax,
          ...script.statements
            .flatMap((statement) => SAFETY_RULES.flatMap((rule) => rule(statement)))
            .filter(({ rule }) => rule !== 'update-without-where' || !MIGRATION.test(file.staged)),
        ];
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
