/** A template of Go's text/template, as far as charts use the language. Offsets are of UTF-16 code units. */
export type TemplateNode = TextNode | ActionNode | BranchNode | CallNode | JumpNode;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  readonly at: number;
}

export interface ActionNode {
  readonly kind: 'action';
  readonly pipe: Pipe;
  readonly at: number;
}

export interface BranchNode {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipe: Pipe;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
  readonly at: number;
}

/** `{{ template "name" . }}`, and `block`, which defines the template as well. */
export interface CallNode {
  readonly kind: 'template';
  readonly name: string;
  readonly pipe: Pipe | undefined;
  readonly at: number;
}

export interface JumpNode {
  readonly kind: 'break' | 'continue';
  readonly at: number;
}

export interface Pipe {
  /** The variables that it sets, with their `$`. */
  readonly variables: readonly string[];
  /** Whether they are there already: `=`, not `:=`. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
  readonly at: number;
}

/** The operands of one command: the first may be a function. */
export type Command = readonly Operand[];

export type Operand =
  | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'dot'; readonly fields: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string; readonly fields: readonly string[] }
  | { readonly kind: 'pipe'; readonly pipe: Pipe; readonly fields: readonly string[] };

/** A file of templates: what it prints itself, and the templates that it defines. */
export interface ParsedTemplate {
  readonly nodes: readonly TemplateNode[];
  readonly defined: ReadonlyMap<string, readonly TemplateNode[]>;
}

/** Thrown where a text is no template. `at` is the offset of what cannot be read. */
export class TemplateSyntaxError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
