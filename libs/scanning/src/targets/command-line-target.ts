import type { SessionTarget } from '../domain/session-target';
import type { ReceivedUpload } from '../domain/upload';
import { SOURCE_KINDS, targetKinds } from './kinds';

/** The target that a text of the command line names; undefined where it is the path of a directory or a file. */
export function textTarget(text: string): SessionTarget | undefined {
  for (const { fromText } of Object.values(targetKinds)) {
    const target = fromText?.(text);
    if (target) return target;
  }
  return undefined;
}

/** The target that a received file is, by what its content is. */
export function uploadTarget(received: Pick<ReceivedUpload, 'uploadId' | 'kind'>): SessionTarget | undefined {
  for (const { fromUpload } of Object.values(targetKinds)) {
    const target = fromUpload?.(received);
    if (target) return target;
  }
  return undefined;
}

const forms = (kinds: typeof SOURCE_KINDS) => kinds.flatMap((kind) => targetKinds[kind].written ?? []);

/** How targets are written on the command line: paths, and then the texts that name something elsewhere. */
export const targetForms: readonly string[] = [
  ...forms(SOURCE_KINDS.filter((kind) => !targetKinds[kind].fromText)),
  ...forms(SOURCE_KINDS.filter((kind) => targetKinds[kind].fromText)),
];
