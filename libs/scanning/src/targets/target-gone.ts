/** The target was there when the session was started, and is gone now. */
export class TargetGone extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetGone';
  }
}
