import { AuthenticateApiKey } from '@assay/identity';
import { refused } from '@assay/kernel';
import { type CanActivate, type ExecutionContext, Injectable, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { REQUIRED_PERMISSIONS } from '../openapi/decorators';

const Permissions = Reflector.createDecorator<readonly string[]>();

/** One of these permissions is needed. */
export const Requires = (...anyOf: readonly string[]) =>
  applyDecorators(Permissions(anyOf), ApiExtension(REQUIRED_PERMISSIONS, anyOf));
/** No API key is needed. */
export const Public = Reflector.createDecorator<void, true>({ transform: () => true });

/** Every route needs a key with a permission, unless it says that it is public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly queries: QueryBus,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const targets = [context.getHandler(), context.getClass()];
    const anyOf = this.reflector.getAllAndOverride(Permissions, targets);
    if (anyOf) return this.authorize(context.switchToHttp().getRequest<FastifyRequest>(), anyOf);
    if (this.reflector.getAllAndOverride(Public, targets)) return true;
    throw new Error(`${context.getClass().name}.${context.getHandler().name} names no permission`);
  }

  private async authorize(request: FastifyRequest, anyOf: readonly string[]): Promise<true> {
    const key = presentedKey(request);
    if (key === undefined) return refused('INVALID_API_KEY', 'Invalid or expired API key');
    const caller = await this.queries.execute(new AuthenticateApiKey({ key }));
    if (!anyOf.some((permission) => (caller.permissions as readonly string[]).includes(permission)))
      return refused('FORBIDDEN', `Missing required permission: ${anyOf[0]}`);
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
