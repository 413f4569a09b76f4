import type { Settings } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';

/** Where others reach this service: as the setting says, or else where the request was sent. No slash at its end. */
export function publicAddress(
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  request: Pick<FastifyRequest, 'host'>,
): string {
  const asked = `http://${request.host}`;
  return publicUrl ?? (URL.canParse(asked) ? new URL(asked).origin : `http://${host}:${port}`);
}
