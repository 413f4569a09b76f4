import type { Engine } from '../engine';
import { judgeViolations, readViolations } from '../kit/pages/axe-violations';
import { type PartJudge, judgeParts, partJudge } from '../kit/pages/observed-parts';
import { type Fields, fieldsOf, textOf } from '../kit/pages/record-fields';
import { judgeRuntime, readRuntime } from './runtime-errors';
import { judgeCoverage, readCoverage } from './unused-code';

const MAX_VERSION = 100;

const browser = (record: Fields) => {
  const { name, version } = fieldsOf(record['browser'], 'browser');
  return { name: textOf({ name }, 'name', MAX_VERSION), version: textOf({ version }, 'version', MAX_VERSION) };
};
const axeCore = (_: Fields, part: Fields) => ({ name: 'axe-core', version: textOf(part, 'version', MAX_VERSION) });

/** Judges the observations of one load of each page in a browser, which were made when the target was acquired. */
export const engine: Engine = {
  async run(pass, report) {
    const judgedBy = (judges: string) => pass.tools.filter(({ settings }) => settings?.['judges'] === judges);
    const judges: PartJudge[] = [
      partJudge({
        part: 'axe',
        tools: judgedBy('axe'),
        read: readViolations,
        observer: axeCore,
        judge: judgeViolations,
      }),
      partJudge({
        part: 'runtime',
        tools: judgedBy('runtime'),
        read: readRuntime,
        observer: browser,
        judge: judgeRuntime,
      }),
      partJudge({
        part: 'coverage',
        tools: judgedBy('coverage'),
        read: readCoverage,
        observer: browser,
        judge: judgeCoverage,
      }),
    ];
    await judgeParts(pass, report, judges);
  },
};
