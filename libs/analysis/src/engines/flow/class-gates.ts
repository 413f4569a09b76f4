import { indentOf } from '../kit/indent';
import { withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import { lineOf } from './ir';
import { wayTo } from './trace';

/** A class begins within this many lines before its methods. */
const MAX_LINES = 400;
const CLASS = /^\s*(?:(?:final|abstract|readonly|export|public)\s+)*class\s+\w/;

/** `$this->middleware(['auth', 'admin']);`: each of them must let a request pass, and no method is left out. */
const MIDDLEWARE = /\$this->middleware\(\s*(\[[^\]]*\]|['"][^'"]*['"])\s*\)\s*;/;
const NAMES_ADMINISTRATORS = /['"](?:[\w-]+:)?(?:super_?|site_?|is_?)?(?:admin(?:istrator)?|super_?user)s?['"]/i;

/** `permission_classes = [IsAuthenticated, IsAdminUser]`: all of them must hold. */
const PERMISSIONS = /^\s*permission_classes\s*=\s*[[(]([^\])|]*)[\])]/;
const OF_ADMINISTRATORS = /\bIs(?:Admin|Super|Staff)(?:istrator)?(?:User)?\b/;

/** Whether the class of the method in which the input comes in is for administrators alone, as the class says. */
export function isClassOfAdministrators({ taint }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const source = wayTo(taint.step)[0]!;
  const isPhp = source.file.endsWith('.php');
  if (!isPhp && !source.file.endsWith('.py')) return false;
  const body = classAround(linesOf(source.file), lineOf(source.at));
  return isPhp
    ? body.some((line) => NAMES_ADMINISTRATORS.test(MIDDLEWARE.exec(line)?.[1] ?? ''))
    : body.some((line) => OF_ADMINISTRATORS.test(PERMISSIONS.exec(line)?.[1] ?? ''));
}

/** The lines of a class from its head to a line within it; none outside of a class. */
function classAround(lines: readonly string[], row: number): readonly string[] {
  const most = indentOf(lines[row - 1] ?? '');
  for (let above = row - 2; above >= 0 && row - above <= MAX_LINES; above -= 1) {
    const line = lines[above]!;
    if (CLASS.test(line) && indentOf(line) < most) return withoutComments(lines.slice(above, row));
  }
  return [];
}
