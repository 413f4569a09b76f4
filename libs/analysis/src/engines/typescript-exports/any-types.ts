import { join, relative, sep } from 'node:path';
import { lintSync } from 'type-coverage-core';
import * as ts from 'typescript';
import type { RawFinding } from '../engine';
import { TYPESCRIPT } from './source-copy';

/**
 * Finds the declarations that introduce `any`. Uses of them are not reported. Values from packages are not either:
 * packages are not installed here, so all their values look like `any`.
 */
export function anyTypes(texts: ReadonlyMap<string, string>, folder: string): RawFinding[] {
  const roots = [...texts.keys()].filter((path) => TYPESCRIPT.test(path)).map((path) => join(folder, path));
  const { anys } = lintSync(
    // experimentalDecorators is off. With it, TypeScript fails on a decorated member with a private name, and nothing
    // here needs it.
    {
      strict: true,
      noImplicitAny: false,
      skipLibCheck: true,
      types: [],
      typeRoots: [],
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.Preserve,
      noEmit: true,
    },
    roots,
    {
      strict: true,
      ignoreAsAssertion: true,
      ignoreTypeAssertion: true,
      ignoreNonNullAssertion: true,
      absolutePath: true,
      notOnlyInCWD: true,
    },
  );
  return anys.flatMap(({ sourceFile, line, character }) => {
    const file = relative(folder, sourceFile.fileName).split(sep).join('/');
    const declaration = texts.has(file)
      ? declarationAt(sourceFile, sourceFile.getPositionOfLineAndCharacter(line, character))
      : undefined;
    const rule = declaration && ruleFor(declaration);
    return rule
      ? [
          {
            rule,
            file,
            line: line + 1,
            column: character + 1,
            message: messageFor(rule, declaration.name.getText(sourceFile)),
          },
        ]
      : [];
  });
}

type Declaration = ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration | ts.PropertySignature;

/** The declaration whose name is at the position. */
function declarationAt(file: ts.SourceFile, position: number): Declaration | undefined {
  const find = (node: ts.Node): Declaration | undefined => {
    if (position < node.pos || position >= node.end) return undefined;
    if (
      (ts.isParameter(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isPropertyDeclaration(node) ||
        ts.isPropertySignature(node)) &&
      node.name.getStart(file) === position
    )
      return node;
    return ts.forEachChild(node, find);
  };
  return find(file);
}

function ruleFor(declaration: Declaration): 'explicit-any' | 'parameter-without-type' | undefined {
  if (declaration.type) return mentionsAny(declaration.type) ? 'explicit-any' : undefined;
  return ts.isParameter(declaration) && !declaration.initializer && !hasContext(declaration.parent)
    ? 'parameter-without-type'
    : undefined;
}

const mentionsAny = (type: ts.Node): boolean =>
  type.kind === ts.SyntaxKind.AnyKeyword ||
  (ts.forEachChild(type, (child) => mentionsAny(child) || undefined) ?? false);

/**
 * Whether the parameters get their types from a context, which may be in a package: a callback, a member of a typed
 * object, or an overriding method.
 */
function hasContext(owner: ts.SignatureDeclaration): boolean {
  if (ts.isFunctionDeclaration(owner) || ts.isConstructorDeclaration(owner)) return false;
  if (ts.isMethodDeclaration(owner)) return !ts.isClassLike(owner.parent) || owner.parent.heritageClauses !== undefined;
  return !ts.isVariableDeclaration(owner.parent) || owner.parent.type !== undefined;
}

const messageFor = (rule: string, name: string): string =>
  rule === 'explicit-any' ? `The type of “${name}” is any` : `“${name}” has no type, so it is any`;
