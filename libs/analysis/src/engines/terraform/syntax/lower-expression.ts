import { type Expression, OPAQUE, type ObjectEntry, type Place, SPLAT_ITEM } from './ast';
import { heredocText, unescaped } from './texts';
import { type SyntaxNode as Node, namedChildren } from './tree';

/** Configurations that people write have some ten levels. */
const DEEPEST = 150;

export interface Reading {
  placeOf(node: Node): Place;
  /** Told of what is nested beyond the bound. Its value is not known then. */
  tooDeep(node: Node): void;
}

/** Turns the parser's tree of an expression into ours. */
export const lowerExpression = (node: Node, reading: Reading): Expression => new Lowering(reading).expression(node);

export const textOfLabel = (node: Node): string =>
  node.type === 'string_lit'
    ? unescaped(namedChildren(node).find(({ type }) => type === 'template_literal')?.text ?? '')
    : node.text;

class Lowering {
  private depth = 0;

  constructor(private readonly reading: Reading) {}

  expression(node: Node): Expression {
    return this.deeper(node, () => this.term(node.children));
  }

  private deeper(node: Node, lower: () => Expression): Expression {
    if (this.depth === DEEPEST) {
      this.reading.tooDeep(node);
      return OPAQUE;
    }
    this.depth += 1;
    const lowered = lower();
    this.depth -= 1;
    return lowered;
  }

  /** One term, with what follows it: `( expression )`, or a term and its indexes, attributes and stars. */
  private term(nodes: readonly Node[]): Expression {
    const inner = nodes[0]?.type === '(' ? nodes.find(({ type }) => type === 'expression') : undefined;
    const [first, from] =
      inner === undefined ? [nodes[0], 1] : [inner, nodes.findIndex(({ type }) => type === ')') + 1];
    if (first === undefined) return OPAQUE;
    return this.followed(inner === undefined ? this.single(first) : this.expression(inner), nodes.slice(from));
  }

  private followed(start: Expression, nodes: readonly Node[]): Expression {
    let made = start;
    for (const node of nodes) {
      const step = node.type === 'index' || node.type === 'splat' ? (namedChildren(node)[0] ?? node) : node;
      made = this.step(made, step);
    }
    return made;
  }

  private step(of: Expression, node: Node): Expression {
    switch (node.type) {
      case 'get_attr':
        return { kind: 'get', of, name: namedChildren(node)[0]?.text ?? '' };
      case 'legacy_index':
        return { kind: 'index', of, key: { kind: 'literal', value: Number(node.text.slice(1)) } };
      case 'new_index': {
        const key = namedChildren(node).find(({ type }) => type === 'expression');
        return key === undefined ? OPAQUE : { kind: 'index', of, key: this.expression(key) };
      }
      case 'attr_splat':
      case 'full_splat':
        return { kind: 'splat', of, rest: this.followed({ kind: 'name', name: SPLAT_ITEM }, namedChildren(node)) };
      default:
        return OPAQUE;
    }
  }

  private single(node: Node): Expression {
    switch (node.type) {
      case 'expression':
        return this.expression(node);
      case 'literal_value':
      case 'template_expr':
      case 'collection_value':
      case 'for_expr':
      case 'operation': {
        const [inner] = namedChildren(node);
        return inner === undefined ? OPAQUE : this.single(inner);
      }
      case 'numeric_lit':
        return { kind: 'literal', value: Number(node.text) };
      case 'bool_lit':
        return { kind: 'literal', value: node.text === 'true' };
      case 'null_lit':
        return { kind: 'literal', value: null };
      case 'string_lit':
        return { kind: 'literal', value: textOfLabel(node) };
      case 'quoted_template':
        return this.template(node, (text) => unescaped(text));
      case 'heredoc_template':
        return this.heredoc(node);
      case 'tuple':
        return { kind: 'list', items: this.expressionsIn(node) };
      case 'object':
        return { kind: 'object', entries: this.entriesOf(node) };
      case 'variable_expr':
      case 'identifier':
        return { kind: 'name', name: node.text };
      case 'function_call':
        return this.call(node);
      case 'for_tuple_expr':
      case 'for_object_expr':
        return this.comprehension(node);
      case 'conditional': {
        const [test, yes, no] = this.expressionsIn(node);
        return test && yes && no ? { kind: 'conditional', test, yes, no } : OPAQUE;
      }
      case 'unary_operation':
        return { kind: 'unary', operator: node.children[0]?.type ?? '', of: this.term(node.children.slice(1)) };
      case 'binary_operation':
        return this.binary(node);
      default:
        return OPAQUE;
    }
  }

  private binary(node: Node): Expression {
    const nodes = node.children;
    const at = nodes.findIndex(({ type, isNamed }) => !isNamed && OPERATORS.has(type));
    if (at < 1) return OPAQUE;
    return this.deeper(node, () => ({
      kind: 'binary',
      operator: nodes[at]!.type,
      left: this.term(nodes.slice(0, at)),
      right: this.term(nodes.slice(at + 1)),
    }));
  }

  private call(node: Node): Expression {
    const list = namedChildren(node).find(({ type }) => type === 'function_arguments');
    return {
      kind: 'call',
      name: namedChildren(node)[0]?.text ?? '',
      args: list === undefined ? [] : this.expressionsIn(list),
      spread: list !== undefined && namedChildren(list).some(({ type }) => type === 'ellipsis'),
    };
  }

  private comprehension(node: Node): Expression {
    const intro = namedChildren(node).find(({ type }) => type === 'for_intro');
    const names = (intro === undefined ? [] : namedChildren(intro))
      .filter(({ type }) => type === 'identifier')
      .map(({ text }) => text);
    const [of] = intro === undefined ? [] : this.expressionsIn(intro);
    const results = this.expressionsIn(node);
    const condition = namedChildren(node).find(({ type }) => type === 'for_cond');
    const value = names.at(-1);
    const result = results.at(-1);
    if (of === undefined || value === undefined || result === undefined) return OPAQUE;
    return {
      kind: 'for',
      key: names.length > 1 ? names[0] : undefined,
      value,
      of,
      resultKey: node.type === 'for_object_expr' ? results[0] : undefined,
      result,
      test: condition === undefined ? undefined : this.expressionsIn(condition)[0],
      grouped: namedChildren(node).some(({ type }) => type === 'ellipsis'),
    };
  }

  private entriesOf(node: Node): ObjectEntry[] {
    return namedChildren(node)
      .filter(({ type }) => type === 'object_elem')
      .flatMap((element) => {
        const key = expressionsOf(element)[0];
        const value = expressionsOf(element)[1];
        if (!key || !value) return [];
        const lowered = this.expression(key);
        // A bare word is a text. In parentheses it would be a variable.
        const bare = lowered.kind === 'name' && !key.text.startsWith('(');
        return [
          {
            key: bare ? { kind: 'literal', value: lowered.name } : lowered,
            value: this.expression(value),
            at: this.reading.placeOf(element),
          },
        ];
      });
  }

  private template(node: Node, read: (text: string) => string): Expression {
    const parts = namedChildren(node).flatMap((child): Expression[] => {
      if (child.type === 'template_literal') return [{ kind: 'literal', value: read(child.text) }];
      if (child.type === 'template_interpolation') return [this.expressionsIn(child)[0] ?? OPAQUE];
      return child.type === 'template_directive' ? [OPAQUE] : [];
    });
    if (parts.length === 0) return { kind: 'literal', value: '' };
    const [only] = parts;
    return parts.length === 1 && only!.kind !== 'literal' ? only! : { kind: 'template', parts };
  }

  private heredoc(node: Node): Expression {
    const indented = node.children[0]?.type === '<<-';
    const lowered = this.template(node, (text) => text.replaceAll('$${', '${').replaceAll('%%{', '%{'));
    return indented || lowered.kind === 'template' ? heredocText(lowered, indented) : lowered;
  }

  private expressionsIn(node: Node): Expression[] {
    return namedChildren(node)
      .filter(({ type }) => type === 'expression')
      .map((child) => this.expression(child));
  }
}

const expressionsOf = (node: Node): Node[] => node.children.filter(({ type }) => type === 'expression');

const OPERATORS = new Set(['*', '/', '%', '+', '-', '>', '>=', '<', '<=', '==', '!=', '&&', '||']);
