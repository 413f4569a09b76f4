import type { Expression, VariableId } from '../ir';

/**
 * The expressions of variables that are set in one place only: a condition about such a variable also holds for its
 * expression. `const resolved = path.resolve(file); if (!resolved.startsWith(root)) return;`
 */
export class ValuesOfVariables {
  private readonly values = new Map<VariableId, Expression | undefined>();
  private readonly asked = new Set<VariableId>();

  note(id: VariableId, value: Expression): void {
    const known = this.values.get(id);
    if (known === value) return;
    this.values.set(id, known === undefined && !this.values.has(id) ? value : undefined);
  }

  /** The expression that a variable was set to; any other expression is returned as it is. */
  of(expression: Expression): Expression {
    if (expression.kind !== 'variable') return expression;
    const written = expression.of ?? this.values.get(expression.id) ?? expression;
    // `Path path = …`: the type of the variable is no part of what it was set to.
    return written.kind === 'typed' ? written.value : written;
  }

  /**
   * Passes the call or comparison that a variable was set to, unless the variable is already being asked: `q = q &&
   * q.trim()`.
   */
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
