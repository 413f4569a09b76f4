/**
 * Passes frames and heartbeats on, and ends as soon as one comes that the receiver may no longer see. Asks before each
 * of them.
 */
export async function* whileAllowed(
  frames: AsyncGenerator<string>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  for await (const frame of frames) {
    if (!(await isAllowed())) return;
    yield frame;
  }
}
