import { c } from './c';
import { csharp } from './csharp';
import { java } from './java';
import { javascript } from './javascript';
import { kotlin } from './kotlin';
import { php } from './php';
import { python } from './python';
import { ruby } from './ruby';

/** A file of a generated program, and its lines. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
}

/** Generators of the files for a language's tool, by the language in its settings. */
export const GENERATED: Readonly<Record<string, (index: number) => GeneratedFile>> = {
  c: (index) => ({ name: `routes${index}.c`, text: c(index) }),
  javascript: (index) => ({ name: `routes${index}.js`, text: javascript(index) }),
  python: (index) => ({ name: `routes${index}.py`, text: python(index) }),
  php: (index) => ({ name: `routes${index}.php`, text: php(index) }),
  java: (index) => ({ name: `Routes${index}.java`, text: java(index) }),
  csharp: (index) => ({ name: `Routes${index}.cs`, text: csharp(index) }),
  kotlin: (index) => ({ name: `Routes${index}.kt`, text: kotlin(index) }),
  ruby: (index) => ({ name: `routes${index}_controller.rb`, text: ruby(index) }),
};
