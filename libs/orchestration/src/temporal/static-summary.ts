import type { SessionWorkflowInput } from '../orchestrator';

/** The server takes 400 bytes, with the quotes and the escapes of JSON, and refuses the whole workflow with more. */
const TARGET_BYTES = 160;
const NAME_BYTES = 80;

/** One line of Markdown, which the Temporal UI shows over a session's workflow. */
export function staticSummary({ target, projectId, tools }: SessionWorkflowInput['summary']): string {
  const project = projectId === null ? '' : `, project \`${plain(projectId, NAME_BYTES)}\``;
  return `\`${plain(target, TARGET_BYTES)}\`${project}, ${tools} ${tools === 1 ? 'tool' : 'tools'}`;
}

/**
 * A target's name is its owner's choice: nothing of it is Markdown, a line break, or longer than there is room; its end
 * says most.
 */
function plain(text: string, bytes: number): string {
  const safe = text.replace(/[`"\\\p{C}]+/gu, ' ');
  if (Buffer.byteLength(safe) <= bytes) return safe;
  let kept = [...safe];
  while (Buffer.byteLength(kept.join('')) > bytes - 3) kept = kept.slice(Math.max(1, Math.floor(kept.length / 50)));
  return `…${kept.join('')}`;
}
