import type { SessionTarget } from '../domain/session-target';
import type { ReceivedUpload } from '../domain/upload';
import { SOURCE_KINDS, targetKinds } from './kinds';

/** The target that an argument of the command line names; undefined if it is the path of a directory or a file. */
export function textTarget(text: string): SessionTarget | undefined {
  for (const { fromText } of Object.values(targetKinds)) {
    const target = fromText?.(text);
    if (target) return target;
  }
  return undefined;
}

/** The target in an uploaded file, recognised by the file's content. */
export function uploadTarget(received: Pick<ReceivedUpload, 'uploadId' | 'kind'>): SessionTarget | undefined {
  for (const { fromUpload } of Object.values(targetKinds)) {
    const target = fromUpload?.(received);
    if (target) return target;
  }
  return undefined;
}

const forms = (kinds: typeof SOURCE_KINDS) => kinds.flatMap((kind) => targetKinds[kind].written ?? []);

/** The forms of a target on the command line: paths first, then the forms of targets that lie elsewhere. */
export const targetForms: readonly string[] = [
  ...forms(SOURCE_KINDS.filter((kind) => !targetKinds[kind].fromText)),
  ...forms(SOURCE_KINDS.filter((kind) => targetKinds[kind].fromText)),
];
