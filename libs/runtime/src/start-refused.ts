/**
 * This process cannot start as it is configured. The message says what to change; there is nothing to see in a stack.
 */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}
