/** Examples about one thing that can be wrong with a page. */
export interface PageTopic {
  readonly topic: string;
  /** The rules of the two tools that speak of it. */
  readonly rules: readonly string[];
  /** What is in the body of a page, or a whole page that begins with `<!doctype html>`. */
  readonly faulty: readonly string[];
  readonly sound: readonly string[];
}
