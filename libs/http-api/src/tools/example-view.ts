import type { CodeExample } from '@assay/analysis';

/** An example as answers show it: `marked` counts from 1 in `lines`. */
export const exampleView = (example: CodeExample | undefined) =>
  example === undefined
    ? null
    : {
        path: example.path ?? null,
        startLine: example.startLine ?? null,
        language: example.language,
        lines: example.lines,
        marked: { first: example.marked[0], last: example.marked[1] },
      };
