/**
 * Runs a program over a batch. Where that fails because of one of its members, the batch is halved until the one that
 * causes it is alone.
 * @param run gives the reason where the run failed because of a member, and undefined if it did not
 * @param guilty is called with a member on which the run fails alone
 */
export async function inHalves<Member>(
  batch: readonly Member[],
  run: (members: readonly Member[]) => Promise<string | undefined>,
  guilty: (member: Member, reason: string) => void,
): Promise<void> {
  const reason = await run(batch);
  if (reason === undefined) return;
  if (batch.length === 1) {
    guilty(batch[0]!, reason);
    return;
  }
  const middle = Math.ceil(batch.length / 2);
  await inHalves(batch.slice(0, middle), run, guilty);
  await inHalves(batch.slice(middle), run, guilty);
}
