import {
  type Argument,
  BLOCK,
  type Expression,
  type FunctionForm,
  type Parameter,
  type Place,
  type Statement,
} from '../../ir';
import type { Use } from './expressions';
import type { Around } from './names';
import { RubyStatements } from './statements';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Methods and blocks with their parameters. */
export abstract class RubyMethods extends RubyStatements {
  protected branching(nodes: readonly Syntax[], at: Place): Expression {
    const inside = this.within(new Scope(this.ids, this.scope));
    const body = inside.block(nodes, returning);
    const form = this.formOf('block', [], body, at);
    return { kind: 'call', callee: { kind: 'function', function: form, at }, args: [], at };
  }

  protected formOf(
    name: string,
    parameters: readonly Parameter[],
    body: readonly Statement[],
    at: Place,
    more: Partial<FunctionForm> = {},
  ): FunctionForm {
    return { id: this.ids.next(), file: this.file, name, parameters, body, decorators: [], at, ...more };
  }

  /** A block or lambda: it sees the variables around. */
  protected function(node: Syntax, name: string, decorators: readonly Expression[] = []): Expression {
    const at = placeOfNode(node);
    const inside = this.within(new Scope(this.ids, this.scope));
    const parameters = inside.parameters(field(node, 'parameters'), true);
    const body = field(node, 'body');
    const inner = body && /^(?:block|do_block)$/.test(kindOf(body)) ? field(body, 'body') : body;
    const form = this.formOf(name, parameters, inner ? inside.inner(inner, returning) : [], at, { decorators });
    return { kind: 'function', function: form, at };
  }

  /** The parameters of a method or block, declared in its scope. */
  parameters(list: Syntax | undefined, isBlock = false): Parameter[] {
    const nodes = list ? meaningful(list) : [];
    const declared = nodes.map((node) => this.parameter(node));
    if (nodes.length > 0 || !isBlock) return declared;
    // A block without parameters may name what it gets `it` or `_1`.
    return ['it', '_2'].map((name) => ({ target: { kind: 'variable', id: this.scope.declare(name) }, name }));
  }

  private parameter(node: Syntax): Parameter {
    const at = placeOfNode(node);
    const kind = kindOf(node);
    if (kind === 'destructured_parameter') {
      for (const name of this.namesIn(node)) this.scope.declare(name);
      return { target: this.pattern(node)!, at };
    }
    const written = kind === 'identifier' ? node : field(node, 'name');
    const name = kind === 'forward_parameter' ? '...' : kind === 'block_parameter' ? BLOCK : (written?.text() ?? kind);
    const id = this.scope.declare(name);
    if (kind === 'block_parameter' && written) this.scope.adopt(written.text(), id);
    const value = field(node, 'value');
    const takes = { splat_parameter: 'rest', forward_parameter: 'rest', hash_splat_parameter: 'options' } as const;
    const isNamed = kind === 'keyword_parameter' || kind === 'block_parameter';
    return {
      target: { kind: 'variable', id },
      name,
      ...(value && { fallback: this.expression(value) }),
      ...(Object.hasOwn(takes, kind) && { takes: takes[kind as keyof typeof takes] }),
      ...(isNamed && { isNamed: true as const }),
      at,
    };
  }

  /** A method, with a variable for its object, or for the class that it is called on. */
  protected methodForm(node: Syntax, name: string, around: Around, more: Partial<FunctionForm> = {}): FunctionForm {
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('self');
    const written = this.within(scope, around).parameters(field(node, 'parameters'));
    const inside = this.within(scope, { ...around, parameters: written });
    const takesBlock = written.some((parameter) => parameter.name === BLOCK);
    const block: Parameter = { target: { kind: 'variable', id: scope.declare(BLOCK) }, name: BLOCK, isNamed: true };
    const body = field(node, 'body');
    const statements = body ? inside.inner(body, returning) : [];
    return this.formOf(name, takesBlock ? written : [...written, block], statements, placeOfNode(node), {
      self,
      ...more,
    });
  }

  protected sameArguments(at: Place): Argument[] {
    return (this.around.parameters ?? []).flatMap(({ target, name, takes, isNamed }): Argument[] => {
      if (target.kind !== 'variable') return [];
      const value: Expression = { kind: 'variable', id: target.id, at };
      if (takes !== undefined) return [{ value, isSpread: true }];
      return [isNamed && name !== undefined ? { value, name } : { value }];
    });
  }
}

export const returning: Use = (value, at) => [{ kind: 'return', value, at: at === 0 ? value.at : at }];
