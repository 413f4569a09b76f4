import { type ToolDefinition, catalogue } from '@assay/analysis';

/** The tools of data flow, or the one of the language that `ASSAY_BENCH_LANGUAGE` names, such as `ruby`. */
export function flowTools(): ToolDefinition[] {
  const asked = process.env['ASSAY_BENCH_LANGUAGE'];
  return catalogue.filter(
    ({ engine, settings }) => engine === 'flow' && (asked === undefined || settings?.['language'] === asked),
  );
}
