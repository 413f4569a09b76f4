/** What was there when the session started is not there any more. */
export class TargetGone extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetGone';
  }
}
