import type ts from 'typescript';

/**
 * The first error of syntax that TypeScript met in a file. The field is not in the public types; a Program would give
 * the errors, but it would read the disk.
 */
export const firstSyntaxError = (file: ts.SourceFile): ts.DiagnosticWithLocation | undefined =>
  (file as ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics[0];
