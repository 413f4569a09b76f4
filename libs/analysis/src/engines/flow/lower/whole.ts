import type { FlowSettings } from '../../../catalogue/flow/rows';
import type { Mentions } from '../interpret/proof/mentions';
import { type Syntax, kindOf, meaningful, placeOfNode } from './syntax';
import { lineOf } from '../ir';

interface Wholeness {
  /** What a text of the language has where names and ways mean something else than the form says. */
  readonly strange: RegExp;
  /** The kinds of syntax that call something or set something. */
  readonly active: ReadonlySet<string>;
}

/** The languages in which something is proven to be safe. */
const WHOLENESS: Partial<Readonly<Record<FlowSettings['language'], Wholeness>>> = {
  java: {
    strange: new RegExp(
      [
        // An escape may end a comment or a text.
        '\\\\u+[0-9a-fA-F]{4}',
        '\\b(?:break|continue)\\s+[A-Za-z_$]',
        // Any class may have the name of one that is known.
        'import\\s+(?!static|java|javax|jakarta|org\\.(?:apache|owasp|springframework))[\\w.]+\\.\\*',
      ].join('|'),
    ),
    active: new Set(['method_invocation', 'object_creation_expression', 'assignment_expression', 'update_expression']),
  },
  javascript: {
    strange: new RegExp(
      [
        '\\b(?:eval|arguments|Proxy|Reflect|globalThis|setPrototypeOf|__proto__|definePropert(?:y|ies))\\b',
        '\\bwith\\s*\\(|\\.prototype\\b|\\b(?:break|continue)[ \\t]+[A-Za-z_$]',
        // What is given to a call that may not happen.
        '\\?\\.[\\w$]*\\s*\\([^()]*(?:\\(|=)',
      ].join('|'),
    ),
    active: new Set([
      ...['call_expression', 'new_expression', 'assignment_expression', 'augmented_assignment_expression'],
      'update_expression',
    ]),
  },
  python: {
    strange: new RegExp(
      [
        '^\\s*(?:match|case)\\b.*:\\s*(?:#.*)?$',
        '\\b(?:suppress|assertRaises\\w*|raises|__exit__|__aexit__|contextmanager|ExitStack|exec|eval|globals|vars)\\b',
        '\\b(?:locals|setattr|__dict__|__builtins__|builtins|_getframe|ctypes)\\b',
      ].join('|'),
      'm',
    ),
    active: new Set(['call', 'assignment', 'augmented_assignment', 'named_expression']),
  },
};

export const proves = (language: FlowSettings['language']): boolean => WHOLENESS[language] !== undefined;

/**
 * Whether the form of a file tells of everything that the text does. A parser leaves out what it does not understand,
 * and the form what it has no word for: what is said of the rest would hold in part only.
 */
export function isWholeForm(language: FlowSettings['language'], root: Syntax, mentions: Mentions): boolean {
  const wholeness = WHOLENESS[language];
  if (wholeness === undefined || wholeness.strange.test(root.text())) return false;
  const written = new Map<number, number>();
  const waiting: Syntax[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    const kind = kindOf(node);
    // What the parser put in where something is missing is empty.
    const { start, end } = node.range();
    if (kind === 'ERROR' || start.index === end.index) return false;
    if (wholeness.active.has(kind)) {
      const line = lineOf(placeOfNode(node));
      written.set(line, (written.get(line) ?? 0) + 1);
    }
    waiting.push(...meaningful(node));
  }
  return [...written].every(([line, count]) => (mentions.active.get(line) ?? 0) >= count);
}
