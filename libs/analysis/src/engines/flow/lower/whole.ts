import type { FlowSettings } from '../../../catalogue/flow/rows';
import type { Mentions } from '../interpret/proof/mentions';
import { type Syntax, kindOf, meaningful, placeOfNode } from './syntax';
import { lineOf } from '../ir';

interface Wholeness {
  /** Parts of a text of the language in which names and control flow mean something else than the form says. */
  readonly strange: RegExp;
  /** The kinds of syntax that call something or set something. */
  readonly active: ReadonlySet<string>;
  /** The kinds about which `isStrange` is asked: most nodes are of no such kind. */
  readonly doubtful?: ReadonlySet<string>;
  /** Whether a node does something that the form does not tell, or tells of a time when it is not done. */
  readonly isStrange?: (kind: string, node: Syntax) => boolean;
}

const kindAbove = (node: Syntax): string => {
  const above = node.parent();
  return above ? kindOf(above) : '';
};

/** Where an assignment of JavaScript is done when its statement is. */
const PLAIN_PLACES = new Set([
  ...['expression_statement', 'for_statement', 'sequence_expression', 'assignment_expression', 'arrow_function'],
  ...['parenthesized_expression', 'if_statement', 'while_statement', 'binary_expression', 'ternary_expression'],
]);
/** The nodes around parentheses in which an assignment is done when its statement is. */
const PLAIN_AROUND = new Set([...PLAIN_PLACES, 'do_statement', 'call_expression', 'variable_declarator']);

const DOUBTFUL_SCRIPT = new Set([
  ...['class_static_block', 'assignment_expression', 'augmented_assignment_expression', 'for_in_statement', 'array'],
  ...['array_pattern', 'method_definition', 'function_declaration', 'yield_expression'],
]);

function isStrangeScript(kind: string, node: Syntax): boolean {
  switch (kind) {
    case 'class_static_block':
      return true;
    case 'assignment_expression':
    case 'augmented_assignment_expression': {
      const above = kindAbove(node);
      if (!PLAIN_PLACES.has(above)) return true;
      return above === 'parenthesized_expression' && !PLAIN_AROUND.has(kindAbove(node.parent()!));
    }
    case 'for_in_statement':
      return node.field('kind')?.text() === 'var';
    case 'array':
    case 'array_pattern':
      return hasHoles(node);
    case 'method_definition': {
      if (kindAbove(node) !== 'object') return false;
      const isAccessor = node.children().some((child) => ['get', 'set'].includes(kindOf(child)));
      return isAccessor || node.field('name')?.text().startsWith('[') === true;
    }
    case 'function_declaration':
      return kindAbove(node) === 'statement_block' && !/function|method/.test(kindAbove(node.parent()!));
    case 'yield_expression':
      return kindAbove(node) !== 'expression_statement';
    default:
      return false;
  }
}

/** The places of a list are counted by what stands there: nothing is a place, too. */
function hasHoles(node: Syntax): boolean {
  const signs = node
    .children()
    .map(kindOf)
    .filter((kind) => kind !== 'comment');
  return signs.some((sign, index) => sign === ',' && ['[', ','].includes(signs[index - 1] ?? ''));
}

/** Statements that Python runs elsewhere than where they stand, or with names that the form does not see. */
const STRANGE_PYTHON = new Set(['match_statement', 'case_clause', 'delete_statement']);
const DOUBTFUL_PYTHON = new Set([...STRANGE_PYTHON, 'for_statement', 'while_statement', 'yield']);

function isStrangePython(kind: string, node: Syntax): boolean {
  if (kind === 'for_statement' || kind === 'while_statement') return node.field('alternative') !== null;
  if (kind === 'yield') return kindAbove(node) !== 'expression_statement';
  return STRANGE_PYTHON.has(kind);
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
        // Arguments of a call that may not happen.
        '\\?\\.[\\w$]*\\s*\\([^()]*(?:\\(|=)',
        // Methods that turn an object into a text.
        '\\b(?:toString|valueOf)\\b(?!\\s*\\([^(){}]{0,20}\\)(?!\\s*[{/]))|\\btoPrimitive\\b',
      ].join('|'),
    ),
    doubtful: DOUBTFUL_SCRIPT,
    isStrange: isStrangeScript,
    active: new Set([
      ...['call_expression', 'new_expression', 'assignment_expression', 'augmented_assignment_expression'],
      'update_expression',
    ]),
  },
  python: {
    strange: new RegExp(
      [
        '^[ \\t\\f]*(?:match|case)\\b.*:[ \\t\\f]*(?:#.*)?$',
        '\\b(?:suppress|assertRaises\\w*|raises|__exit__|__aexit__|contextmanager|ExitStack|exec|eval|globals|vars)\\b',
        '\\b(?:locals|setattr|builtins|_getframe|ctypes)\\b|:=',
        '\\b__(?!(?:init|name|main|file|all|future|version|doc|author)__)\\w+__\\b',
      ].join('|'),
      'm',
    ),
    doubtful: DOUBTFUL_PYTHON,
    isStrange: isStrangePython,
    active: new Set(['call', 'assignment', 'augmented_assignment', 'named_expression']),
  },
};

export const proves = (language: FlowSettings['language']): boolean => WHOLENESS[language] !== undefined;

/** The calls and assignments that a file has written: where they lie in the text, and how many in each line. */
export interface WrittenCode {
  readonly from: number;
  readonly to: number;
  readonly active: ReadonlyMap<number, number>;
}

/**
 * Reads from a syntax tree what later decides whether the form tells of all of it.
 * @returns undefined where it does not, whatever the form is
 */
export function writtenIn(language: FlowSettings['language'], root: Syntax): WrittenCode | undefined {
  const wholeness = WHOLENESS[language];
  if (wholeness === undefined) return undefined;
  const active = new Map<number, number>();
  const waiting: Syntax[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    const kind = kindOf(node);
    if (kind === 'ERROR' || node.isEmpty) return undefined;
    if (wholeness.doubtful?.has(kind) && wholeness.isStrange?.(kind, node)) return undefined;
    if (wholeness.active.has(kind)) {
      const line = lineOf(placeOfNode(node));
      active.set(line, (active.get(line) ?? 0) + 1);
    }
    // A list of a hostile file has more elements than a call may have arguments.
    for (const child of meaningful(node)) waiting.push(child);
  }
  const { start, end } = root.range();
  return { from: start.index, to: end.index, active };
}

/**
 * Whether the form of a file tells of everything that the text does. A parser leaves out what it does not understand,
 * and the form what it has no word for: what is said of the rest would hold in part only.
 * @param mentions is called only if the text alone does not answer
 */
export const isWholeForm = (
  language: FlowSettings['language'],
  text: string,
  { from, to, active }: WrittenCode,
  mentions: () => Mentions,
): boolean => {
  if (WHOLENESS[language]?.strange.test(text.slice(from, to)) !== false) return false;
  const told = mentions().active;
  return [...active].every(([line, count]) => (told.get(line) ?? 0) >= count);
};
