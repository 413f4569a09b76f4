import { AuthenticateApiKey } from '@assay/identity';
import { refused } from '@assay/kernel';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PERMISSIONS as DOCUMENTED_PERMISSIONS } from '../openapi/decorators';

const PERMISSIONS = 'assay:permissions';
const PUBLIC = 'assay:public';

/** One of these permissions is needed. */
export const Requires = (...anyOf: readonly string[]) => applyDecorators(SetMetadata(PERMISSIONS, anyOf), ApiExtension(DOCUMENTED_PERMISSIONS, anyOf));
/** No API key is needed. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Every route needs a key with a permission, unless it says that it is public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly queries: QueryBus,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = presentedKey(request);
    if (key === undefined) return refused('INVALID_API_KEY', 'Invalid or expired API key');
    const caller = await this.queries.execute(new AuthenticateApiKey({ key }));
    const anyOf = this.reflector.getAllAndOverride<readonly string[] | undefined>(PERMISSIONS, targets);
    if (!anyOf) throw new Error(`${context.getClass().name}.${context.getHandler().name} names no permission`);
    if (!anyOf.some((permission) => (caller.permissions as readonly string[]).includes(permission))) return refused('FORBIDDEN', `Missing required permission: ${anyOf[0]}`);
    request.caller = caller;
    return true;
  }
}

/** Both headers are accepted everywhere. */
export function presentedKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
