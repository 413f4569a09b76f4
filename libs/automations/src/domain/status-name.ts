/** Characters of a name. Hosts take 255 of a status. */
const LONGEST = 60;
/** Characters of the end of an automation's id, which is random. */
const TAIL = 8;

/**
 * The name of the status that an automation gives to commits, such as `assay/on-push-1f0c9b3e`: the name with which it
 * was created, and the end of its id, since two automations, also of two organizations, may have one name. Rules of
 * branches on code hosts require statuses by this name: what it gives for an automation must never change.
 *
 * @param createdAs the automation's name when it was created
 */
export function statusNameOf(automationId: string, createdAs: string): string {
  const plain = createdAs
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const short = [...plain].slice(0, LONGEST).join('').replace(/^-|-$/g, '');
  return `assay/${short === '' ? '' : `${short}-`}${automationId.slice(-TAIL)}`;
}
