import type { Expression, VariableId } from '../ir';

/**
 * What is written for variables that are set in one place alone: a condition about one of them says the same of what it
 * was made of. `const resolved = path.resolve(file); if (!resolved.startsWith(root)) return;`
 */
export class ValuesOfVariables {
  private readonly values = new Map<VariableId, Expression | undefined>();
  private readonly asked = new Set<VariableId>();

  note(id: VariableId, value: Expression): void {
    const isOther = this.values.has(id) && this.values.get(id) !== value;
    this.values.set(id, isOther ? undefined : value);
  }

  /** What a variable was made of; any other expression is what it is. */
  of(expression: Expression): Expression {
    if (expression.kind !== 'variable') return expression;
    return expression.of ?? this.values.get(expression.id) ?? expression;
  }

  /** Does work with what a call or a comparison gave to a variable, unless it is being asked: `q = q && q.trim()`. */
  ask(variable: Extract<Expression, { kind: 'variable' }>, work: (value: Expression) => void): void {
    const value = this.of(variable);
    if ((value.kind !== 'call' && value.kind !== 'operation') || this.asked.has(variable.id)) return;
    this.asked.add(variable.id);
    try {
      work(value);
    } finally {
      this.asked.delete(variable.id);
    }
  }
}
