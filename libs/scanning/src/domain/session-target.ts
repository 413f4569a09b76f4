/**
 * What is stored of a target, by its kind. Each kind declares its own fields where it is defined, in `targets/kinds`:
 * the domain keeps them and looks into none of them.
 */
export interface TargetFields {}

export type SourceKind = keyof TargetFields;

/** A target of this kind; of several, a target of one of them. */
export type TargetOf<Kind extends SourceKind> = {
  [Each in Kind]: { readonly kind: Each } & TargetFields[Each];
}[Kind];

/** What a session analyses. */
export type SessionTarget = TargetOf<SourceKind>;
