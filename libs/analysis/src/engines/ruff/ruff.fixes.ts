import { type offsetsIn, placedFix } from '../kit/fixes';
import type { Problem } from '../kit/per-file';

/** Rows and columns count from 1. */
export interface RuffFix {
  readonly edits: readonly {
    readonly content: string | null;
    readonly location: { readonly row: number; readonly column: number };
    readonly end_location: { readonly row: number; readonly column: number };
  }[];
}

/**
 * The rules whose fix Ruff calls safe in each case. The WebAssembly build gives all fixes, and does not say which of
 * them are safe, so this says what `Fix::safe_edit` says in Ruff's sources.
 */
export const SAFE = new Set(
  [
    'D207 D210 D403 D405 D409 D412 E401 E703 E713 E714 F541 F632 F811 F901 NPY001 NPY003 PIE800 PLR0402 PLR1711',
    'PLR5501 PLW0120 PLW0245 PYI032 SIM114 SIM117 SIM300 UP003 UP005 UP009 UP015 UP021 UP024 UP025 UP026 UP032 UP034',
    'UP035 W605',
  ].flatMap((codes) => codes.split(' ')),
);

/** The rules whose fix is safe as long as it removes no comment. F401 in `__init__.py` is no finding at all. */
export const SAFE_WITHOUT_COMMENT = new Set(['B013', 'B014', 'B033', 'F401', 'PIE790', 'PLE0241', 'UP004']);

export function fixFrom(
  { code, fix }: { readonly code: string | null; readonly fix: RuffFix | null },
  { text, offsetOf }: { readonly text: string; readonly offsetOf: ReturnType<typeof offsetsIn> },
): Pick<Problem, 'fix'> {
  if (fix === null || code === null || !(SAFE.has(code) || SAFE_WITHOUT_COMMENT.has(code))) return {};
  const found = placedFix(
    text,
    offsetOf,
    fix.edits.map(({ content, location, end_location: end }) => ({
      start: { line: location.row - 1, column: location.column - 1 },
      end: { line: end.row - 1, column: end.column - 1 },
      text: content ?? '',
    })),
  );
  if (!found) return {};
  const hasComment = found.edits.some(({ before }) => before.includes('#'));
  return { ...((!SAFE_WITHOUT_COMMENT.has(code) || !hasComment) && { fix: found }) };
}
