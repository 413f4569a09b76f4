/**
 * The stored fields of a target, by its kind. Each kind declares its own fields in `targets/kinds`: the domain stores
 * them without reading them.
 */
export interface TargetFields {}

export type SourceKind = keyof TargetFields;

/** A target of this kind; for a union of kinds, a target of one of them. */
export type TargetOf<Kind extends SourceKind> = {
  [Each in Kind]: { readonly kind: Each } & TargetFields[Each];
}[Kind];

/** The target of a session. */
export type SessionTarget = TargetOf<SourceKind>;
