/** The most characters of a name. Hosts allow 255 for a status. */
const LONGEST = 60;
/** How many characters of the end of an automation's id are used; they are random. */
const TAIL = 8;

/**
 * The name of an automation's commit status, such as `assay/on-push-1f0c9b3e`: its name at creation and the end of its
 * id, since two automations, also of two organizations, may have one name. Branch protection rules of code hosts
 * require statuses by this name, so the result for an automation must never change.
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
