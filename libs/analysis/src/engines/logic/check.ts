import type { Grammar, Language } from './grammars';
import type { Syntax } from './syntax';

/** The report of a check about a node. */
export interface Fault {
  readonly rule: string;
  readonly node: Syntax;
  /** One sentence about this place. Default: the rule's title. */
  readonly message?: string;
}

/** The file that is judged. */
export interface Subject {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly around: Surroundings;
  /** Nodes, by their id, that were judged as a part of another one. Nodes come in the order of the file. */
  readonly judged: Set<number>;
}

/** Thrown where a file asks for more work than it is worth: what was found until then counts. */
export class OverBudget extends Error {}

/**
 * The nodes around a node. The parser finds them from the root of the tree, so that each question costs as much as the
 * node is nested deep. A file that was made to be slow has many nodes to ask for at a great depth.
 */
export class Surroundings {
  private static readonly MOST = 5_000;
  private asked = 0;

  parentOf(node: Syntax): Syntax | null {
    this.count();
    return node.parent();
  }

  nextOf(node: Syntax): Syntax | null {
    this.count();
    return node.next();
  }

  previousOf(node: Syntax): Syntax | null {
    this.count();
    return node.prev();
  }

  private count(): void {
    this.asked += 1;
    if (this.asked > Surroundings.MOST)
      throw new OverBudget('judged in part: it has more suspicious places than are looked at');
  }
}

/** Looks at nodes of some kinds. It knows the languages by their grammars alone. */
export interface Check {
  readonly kinds: (grammar: Grammar, language: Language) => readonly string[];
  readonly judge: (node: Syntax, subject: Subject) => readonly Fault[];
}

/** A piece of code in a message: one line of at most 60 characters. */
export function quoted(node: Syntax): string {
  const text = node.text().replace(/\s+/g, ' ');
  if (/^(["']).*\1$/.test(text) && text.length <= 60) return text;
  return `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
}
