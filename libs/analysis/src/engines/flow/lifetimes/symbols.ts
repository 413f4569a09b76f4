import type { Constant } from '../ir';

/** A value of one run through a function. The same operation on the same values gives the same value. */
export type Symbol = number;

/** How a value came about. */
export type SymbolForm =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'constant'; readonly value: Constant }
  /** A name that no other name of its kind shares its value with: an enumerator, a macro. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'operation'; readonly operator: string; readonly operands: readonly Symbol[] }
  /** The address of what a function has of its own; `size` in bytes. */
  | {
      readonly kind: 'local';
      readonly of: 'array' | 'struct' | 'box';
      readonly size?: Symbol;
      readonly unit?: number;
      readonly isFilled?: true;
      readonly isStatic?: true;
    };

/** The values of one function. */
export class Symbols {
  private readonly known = new Map<string, Symbol>();
  private readonly forms: SymbolForm[] = [];

  fresh(form: SymbolForm = { kind: 'unknown' }): Symbol {
    this.forms.push(form);
    return this.forms.length - 1;
  }

  form(symbol: Symbol): SymbolForm {
    return this.forms[symbol]!;
  }

  constant(value: Constant): Symbol {
    const plain = value === null || value === false ? 0 : value === true ? 1 : value;
    return this.shared(`${typeof plain} ${plain}`, { kind: 'constant', value: plain });
  }

  named(name: string): Symbol {
    return this.shared(`name ${name}`, { kind: 'name', name });
  }

  operation(operator: string, operands: readonly Symbol[]): Symbol {
    return this.shared(`${operator}(${operands.join()})`, { kind: 'operation', operator, operands });
  }

  /** The number that a value is; undefined where nobody knows. */
  number(symbol: Symbol | undefined): number | undefined {
    const form = symbol === undefined ? undefined : this.form(symbol);
    return form?.kind === 'constant' && typeof form.value === 'number' ? form.value : undefined;
  }

  /** The operands of an operation; undefined of any other value. */
  operandsOf(symbol: Symbol, operator: string): readonly Symbol[] | undefined {
    const form = this.form(symbol);
    return form.kind === 'operation' && form.operator === operator ? form.operands : undefined;
  }

  private shared(key: string, form: SymbolForm): Symbol {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const symbol = this.fresh(form);
    this.known.set(key, symbol);
    return symbol;
  }
}
