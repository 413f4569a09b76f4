/** How a language's tree-sitter grammar names what the checks look at. Kinds that a language lacks are left out. */
export interface Grammar {
  /** An operator between two operands. */
  readonly binary: readonly string[];
  /** An operator before its operand. */
  readonly unary: readonly string[];
  /** A statement or expression with a condition, and what follows if it holds and if it does not. */
  readonly conditional: readonly string[];
  readonly ternary: readonly string[];
  readonly assignment: readonly string[];
  /** Statements that stand one after the other. */
  readonly blocks: readonly string[];
  /** Statements after which the next one of their block does not run. */
  readonly leaving: readonly string[];
  /** Loops that go on while a condition holds. */
  readonly loops: readonly string[];
  /** The handler of `try` that runs however it ended. */
  readonly finallys?: readonly string[];
  /** A choice between values that the compiler does not compare with each other, and its cases. */
  readonly choices?: readonly string[];
  readonly cases?: string;
  /** A literal of pairs, or a call that makes a map. */
  readonly maps?: readonly string[];
  /** Calls whose result may be dropped without a word of the compiler. */
  readonly calls?: readonly string[];
  /** A statement that is one expression. */
  readonly statement?: string;
}

const c: Grammar = {
  binary: ['binary_expression'],
  unary: ['unary_expression'],
  conditional: ['if_statement'],
  ternary: ['conditional_expression'],
  assignment: ['assignment_expression'],
  blocks: ['compound_statement', 'case_statement'],
  leaving: ['return_statement', 'break_statement', 'continue_statement', 'goto_statement', 'throw_statement'],
  loops: ['for_statement', 'while_statement'],
  statement: 'expression_statement',
};

const GRAMMARS = {
  c: { ...c, leaving: c.leaving.filter((kind) => kind !== 'throw_statement') },
  cpp: { ...c, calls: ['call_expression'] },
  csharp: {
    binary: ['binary_expression'],
    unary: ['prefix_unary_expression'],
    conditional: ['if_statement'],
    ternary: ['conditional_expression'],
    assignment: ['assignment_expression'],
    blocks: ['block', 'switch_section'],
    leaving: ['return_statement', 'break_statement', 'continue_statement', 'goto_statement', 'throw_statement'],
    loops: ['for_statement', 'while_statement'],
    maps: ['object_creation_expression'],
    calls: ['invocation_expression'],
    statement: 'expression_statement',
  },
  go: {
    binary: ['binary_expression'],
    unary: ['unary_expression'],
    conditional: ['if_statement'],
    ternary: [],
    assignment: ['assignment_statement'],
    blocks: ['statement_list'],
    leaving: ['return_statement', 'break_statement', 'continue_statement', 'goto_statement'],
    loops: ['for_statement'],
    choices: ['expression_switch_statement'],
    cases: 'expression_case',
    calls: ['call_expression'],
    statement: 'expression_statement',
  },
  java: {
    binary: ['binary_expression'],
    unary: ['unary_expression'],
    conditional: ['if_statement'],
    ternary: ['ternary_expression'],
    assignment: ['assignment_expression'],
    // The compiler refuses statements that are never reached.
    blocks: [],
    leaving: ['return_statement', 'break_statement', 'continue_statement', 'throw_statement'],
    loops: ['for_statement', 'while_statement'],
    finallys: ['finally_clause'],
    maps: ['method_invocation'],
    calls: ['method_invocation'],
    statement: 'expression_statement',
  },
  kotlin: {
    binary: [
      'additive_expression',
      'multiplicative_expression',
      'comparison_expression',
      'conjunction_expression',
      'disjunction_expression',
      'equality_expression',
    ],
    unary: ['prefix_expression'],
    conditional: ['if_expression'],
    ternary: [],
    assignment: ['assignment'],
    blocks: ['statements'],
    leaving: ['jump_expression'],
    loops: ['while_statement'],
    finallys: ['finally_block'],
    choices: ['when_expression'],
    cases: 'when_entry',
    maps: ['call_expression'],
    calls: ['call_expression'],
  },
  php: {
    binary: ['binary_expression'],
    unary: ['unary_op_expression'],
    conditional: ['if_statement'],
    ternary: ['conditional_expression'],
    assignment: ['assignment_expression'],
    blocks: ['compound_statement', 'colon_block', 'case_statement', 'default_statement'],
    leaving: ['return_statement', 'break_statement', 'continue_statement', 'goto_statement', 'exit_statement'],
    loops: ['for_statement', 'while_statement'],
    finallys: ['finally_clause'],
    choices: ['switch_statement'],
    cases: 'case_statement',
    maps: ['array_creation_expression'],
    calls: ['function_call_expression'],
    statement: 'expression_statement',
  },
  ruby: {
    binary: ['binary'],
    unary: ['unary'],
    conditional: ['if'],
    ternary: ['conditional'],
    assignment: ['assignment'],
    blocks: ['body_statement', 'then', 'else', 'do', 'block_body'],
    leaving: ['return', 'break', 'next'],
    loops: ['while', 'until'],
    finallys: ['ensure'],
    choices: ['case'],
    cases: 'when',
    maps: ['hash'],
    calls: ['call'],
  },
  rust: {
    binary: ['binary_expression'],
    unary: ['unary_expression'],
    conditional: ['if_expression'],
    ternary: [],
    assignment: ['assignment_expression'],
    blocks: ['block'],
    leaving: ['return_expression', 'break_expression', 'continue_expression'],
    loops: ['while_expression'],
    statement: 'expression_statement',
  },
} as const satisfies Record<string, Grammar>;

export type Language = keyof typeof GRAMMARS;

/** Undefined for a language that the checks do not know. */
export const grammarOf = (language: string): Grammar | undefined =>
  Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language as Language] : undefined;

export const LANGUAGES = Object.keys(GRAMMARS) as readonly Language[];
