/** Examples of one kind of fault of a page. */
export interface PageTopic {
  readonly topic: string;
  /** The rules of the two tools for this fault. */
  readonly rules: readonly string[];
  /** The content of a page's body, or a whole page that begins with `<!doctype html>`. */
  readonly faulty: readonly string[];
  readonly sound: readonly string[];
}
