import type { RawFinding } from './engine';

/** What the host process writes to file descriptor 3, one JSON object a line. */
export type HostMessage =
  | { readonly kind: 'engine'; readonly name: string; readonly version: string }
  | { readonly kind: 'finding'; readonly tool: string; readonly finding: RawFinding }
  | { readonly kind: 'unreadable'; readonly tool: string; readonly file: string; readonly reason: string }
  | { readonly kind: 'completed'; readonly tool: string; readonly filesChecked: number }
  | { readonly kind: 'failed'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'skipped'; readonly tool: string; readonly reason: string }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'broken'; readonly reason: string };
