import { type Fact, type Model, charactersIn, passedOver, refused } from '@assay/kernel';
import { PERMISSIONS, PRESETS, type Permission, isPermission, isPreset } from './permissions';

export type ApiKeyEvent =
  | Fact<
      'ApiKeyCreated',
      {
        readonly keyId: string;
        readonly organizationId: string;
        readonly name: string;
        /** The first characters of the key, to recognise it by. */
        readonly prefix: string;
        /** SHA-256 of the key, hex. The key itself is nowhere. */
        readonly hash: string;
        readonly permissions: readonly Permission[];
        readonly expiresAt: string | null;
        /** The key that created it; null for the one that an installation begins with, or an operator's. */
        readonly createdBy: string | null;
        readonly at: string;
      }
    >
  | Fact<'ApiKeyRevoked', { readonly keyId: string; readonly organizationId: string; readonly at: string }>;

/** On a stream of its own, so that a key's own stream stays two events long however much it is used. */
export type ApiKeyUsed = Fact<
  'ApiKeyUsed',
  { readonly keyId: string; readonly organizationId: string; readonly at: string }
>;

export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly hash: string;
  readonly permissions: readonly Permission[];
  readonly expiresAt: string | null;
  /** The key that made it; null for an operator's. */
  readonly createdBy: string | null;
  readonly revoked: boolean;
}

/** A fact of a type that it does not know is passed over. */
export const apiKey: Model<ApiKey | undefined, ApiKeyEvent> = {
  initial: undefined,
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'ApiKeyCreated': {
        const { keyId: id, organizationId, hash, permissions, expiresAt, createdBy } = data;
        return { id, organizationId, hash, permissions, expiresAt, createdBy, revoked: false };
      }
      case 'ApiKeyRevoked':
        return state && { ...state, revoked: true };
      default:
        return passedOver(state, event);
    }
  },
};

export const apiKeyStream = (keyId: string): string => `apikey-${keyId}`;
export const apiKeyUseStream = (keyId: string): string => `apikeyuse-${keyId}`;

/** The grantor: another key, or an operator at the machine, who may grant everything. */
export type Grantor = Pick<ApiKey, 'id' | 'permissions' | 'expiresAt'> | 'operator';

export interface NewApiKey {
  readonly keyId: string;
  readonly organizationId: string;
  readonly name: string;
  /** Either these … */
  readonly permissions?: readonly string[] | undefined;
  /** … or a preset's. */
  readonly preset?: string | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly prefix: string;
  readonly hash: string;
  readonly grantedBy: Grantor;
  readonly at: string;
}

/**
 * @throws RefusedError VALIDATION_ERROR with every field that is wrong; FORBIDDEN when the grantor lacks what it would
 * grant; CONFLICT when the id is taken
 */
export function createApiKey(command: NewApiKey, state: ApiKey | undefined): ApiKeyEvent[] {
  const problems = problemsOf(command);
  if (problems.length > 0) refused('VALIDATION_ERROR', `${problems[0]!.field}: ${problems[0]!.message}`, problems);
  if (state !== undefined) refused('CONFLICT', `key ${command.keyId} exists already`);
  const { keyId, organizationId, prefix, hash, grantedBy, at } = command;
  const permissions = requested(command);
  refuseMoreThanGranted(permissions, grantedBy);
  return [
    {
      type: 'ApiKeyCreated',
      data: {
        keyId,
        organizationId,
        name: command.name.trim(),
        prefix,
        hash,
        permissions,
        expiresAt: expiryOf(command),
        createdBy: grantedBy === 'operator' ? null : grantedBy.id,
        at,
      },
    },
  ];
}

/** @throws RefusedError API_KEY_NOT_FOUND, also for another organization's key. Revoking twice changes nothing. */
export function revokeApiKey(
  command: { readonly organizationId: string; readonly at: string },
  state: ApiKey | undefined,
): ApiKeyEvent[] {
  if (state === undefined || state.organizationId !== command.organizationId)
    return refused('API_KEY_NOT_FOUND', 'API key not found');
  return state.revoked
    ? []
    : [{ type: 'ApiKeyRevoked', data: { keyId: state.id, organizationId: state.organizationId, at: command.at } }];
}

/** A key is good from its creation until it is revoked or the instant of its expiry is reached. */
export const isGood = (key: Pick<ApiKey, 'revoked' | 'expiresAt'>, at: string): boolean =>
  !key.revoked && (key.expiresAt === null || at < key.expiresAt);

interface Problem {
  readonly field: string;
  readonly message: string;
}

function problemsOf(command: NewApiKey): Problem[] {
  const { name, permissions, preset } = command;
  const problems: Problem[] = [];
  if (name.trim() === '' || charactersIn(name.trim()) > 100)
    problems.push({ field: 'name', message: 'must have 1 to 100 characters' });
  if ((permissions === undefined) === (preset === undefined))
    problems.push({ field: 'permissions', message: 'give either permissions or a preset' });
  if (permissions?.length === 0) problems.push({ field: 'permissions', message: 'must not be empty' });
  for (const permission of permissions ?? []) {
    if (!isPermission(permission))
      problems.push({
        field: 'permissions',
        message: `unknown permission ${permission}; known are ${PERMISSIONS.join(', ')}`,
      });
  }
  if (preset !== undefined && !isPreset(preset))
    problems.push({ field: 'preset', message: `must be one of ${Object.keys(PRESETS).join(', ')}` });
  return [...problems, ...expiryProblems(command)];
}

/** Where none is asked for, the one of the key that makes it. */
const expiryOf = ({ expiresAt, grantedBy }: NewApiKey): string | null =>
  expiresAt ? new Date(expiresAt).toISOString() : grantedBy === 'operator' ? null : grantedBy.expiresAt;

function expiryProblems({ expiresAt, grantedBy, at }: NewApiKey): Problem[] {
  if (expiresAt === null || expiresAt === undefined) return [];
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) return [{ field: 'expiresAt', message: 'must be an ISO 8601 timestamp' }];
  if (time <= Date.parse(at)) return [{ field: 'expiresAt', message: 'must be in the future' }];
  const latest = grantedBy === 'operator' ? null : grantedBy.expiresAt;
  return latest === null || time <= Date.parse(latest)
    ? []
    : [{ field: 'expiresAt', message: `must not be after ${latest}, when the key that makes it expires` }];
}

/** In the order of the list, each once, so that equal sets are equal facts. */
function requested({ permissions = [], preset }: NewApiKey): Permission[] {
  const wanted = new Set<string>(preset !== undefined && isPreset(preset) ? PRESETS[preset] : permissions);
  return PERMISSIONS.filter((permission) => wanted.has(permission));
}

function refuseMoreThanGranted(permissions: readonly Permission[], grantedBy: Grantor): void {
  if (grantedBy === 'operator') return;
  const lacking = permissions.find((permission) => !grantedBy.permissions.includes(permission));
  if (lacking !== undefined) refused('FORBIDDEN', `Missing required permission: ${lacking}`);
}
