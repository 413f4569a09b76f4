import { isRecord } from '@assay/kernel';
import type { ImageHistoryEntry, ImageConfig } from '@assay/target-records';
import { ImageRefused } from './image-refused';
import { type JsonObject, objectOr, parseJsonObject, textOf, textsOf } from './json-document';

interface ReadConfig {
  readonly config: ImageConfig;
  readonly history: readonly ImageHistoryEntry[];
  /** The digests of the unpacked layers, the lowest first. */
  readonly diffIds: readonly string[];
}

/**
 * Reads an image's configuration in Docker's or OCI's form. A field of the wrong type counts as not set: Docker ignores
 * it too, so it is no reason to refuse the image.
 * @throws ImageRefused INVALID_CONFIG
 */
export function readImageConfig(bytes: Buffer, what: string): ReadConfig {
  const document = parseJsonObject(bytes, 'INVALID_CONFIG', what);
  const diffIds = objectOr(document['rootfs'])['diff_ids'];
  if (!Array.isArray(diffIds)) throw new ImageRefused('INVALID_CONFIG', what, { detail: 'it names no layers' });
  return {
    config: configOf(document, objectOr(document['config'])),
    history: historyOf(document['history']),
    diffIds: textsOf(diffIds),
  };
}

function configOf(document: JsonObject, container: JsonObject): ImageConfig {
  const [os, architecture, created] = [
    textOf(document['os']),
    textOf(document['architecture']),
    textOf(document['created']),
  ];
  const [user, workingDir] = [textOf(container['User']), textOf(container['WorkingDir'])];
  const healthcheck = textsOf(objectOr(container['Healthcheck'])['Test']);
  return {
    ...(os && { os }),
    ...(architecture && { architecture }),
    ...(created && { created }),
    ...(user && { user }),
    env: textsOf(container['Env']),
    entrypoint: commandOf(container['Entrypoint']),
    cmd: commandOf(container['Cmd']),
    ...(workingDir && { workingDir }),
    exposedPorts: Object.keys(objectOr(container['ExposedPorts'])),
    volumes: Object.keys(objectOr(container['Volumes'])),
    labels: Object.fromEntries(
      Object.entries(objectOr(container['Labels'])).filter(
        (label): label is [string, string] => typeof label[1] === 'string',
      ),
    ),
    hasHealthcheck: healthcheck.length > 0 && healthcheck[0] !== 'NONE',
  };
}

const commandOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : textsOf(value));

function historyOf(value: unknown): ImageHistoryEntry[] {
  const entries = Array.isArray(value) ? value.filter(isRecord) : [];
  return entries.map((entry) => {
    const [created, comment] = [textOf(entry['created']), textOf(entry['comment'])];
    return {
      createdBy: textOf(entry['created_by']) ?? '',
      ...(created && { created }),
      ...(comment && { comment }),
      emptyLayer: entry['empty_layer'] === true,
    };
  });
}
