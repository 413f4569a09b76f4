/** What is used of semver 7, which brings no types. */
declare module 'semver' {
  interface Loose { readonly loose: true }
  export function valid(version: string, options?: Loose): string | null;
  export function clean(version: string, options?: Loose): string | null;
  export function validRange(range: string, options?: Loose): string | null;
  export function satisfies(version: string, range: string, options?: Loose): boolean;
  export function rcompare(a: string, b: string, options?: Loose): -1 | 0 | 1;
}
