import { catalogue } from '@assay/analysis';
import { expectedRules } from './samples';

/** The rules that no sample makes their tool report, as `<tool>/<rule>`. */
export const rulesWithoutExample = (): string[] =>
  catalogue.flatMap(({ id, rules }) => {
    const reported = expectedRules(id);
    return Object.keys(rules)
      .filter((rule) => !reported.has(rule))
      .map((rule) => `${id}/${rule}`);
  });
