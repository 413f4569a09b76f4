import type { Settings } from '@assay/kernel';

/**
 * Where others reach this service: as the setting says, or else where the request was sent. No slash at its end.
 * @param asked the host that the request names, with its port
 */
export function publicAddress(
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  asked: string,
): string {
  const origin = `http://${asked}`;
  return publicUrl ?? (URL.canParse(origin) ? new URL(origin).origin : `http://${host}:${port}`);
}
