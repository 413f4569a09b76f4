import type { SessionWorkflowInput } from '../orchestrator';
import type { AutomationSchedule } from '../scheduler';

/** The server's limit in bytes, with the quotes and escapes of JSON. It refuses a workflow with a longer summary. */
const TARGET_BYTES = 160;
const NAME_BYTES = 80;

/** One line of Markdown, which the Temporal UI shows over a session's workflow. */
export function staticSummary({ target, projectId, tools }: SessionWorkflowInput['summary']): string {
  const project = projectId === null ? '' : `, project \`${plain(projectId, NAME_BYTES)}\``;
  return `\`${plain(target, TARGET_BYTES)}\`${project}, ${tools} ${tools === 1 ? 'tool' : 'tools'}`;
}

/** The same over a run of a schedule. */
export function scheduleSummary({ cron, timezone, summary }: AutomationSchedule): string {
  const [name, times, zone] = [summary.name, cron, timezone].map((text) => plain(text, NAME_BYTES));
  return `\`${name}\`, due at \`${times}\` in \`${zone}\``;
}

/**
 * Makes a target's name safe. Its owner chooses the name, so Markdown and line breaks are removed from it. A name that
 * is too long keeps its end, which identifies the target best.
 */
function plain(text: string, bytes: number): string {
  const safe = text.replace(/[`"\\\p{C}]+/gu, ' ');
  if (Buffer.byteLength(safe) <= bytes) return safe;
  let kept = [...safe];
  while (Buffer.byteLength(kept.join('')) > bytes - 3) kept = kept.slice(Math.max(1, Math.floor(kept.length / 50)));
  return `…${kept.join('')}`;
}
