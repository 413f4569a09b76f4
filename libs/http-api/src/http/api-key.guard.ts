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
export const Requires = (...anyOf: readonly string[]) =>
  applyDecorators(SetMetadata(PERMISSIONS, anyOf), ApiExtension(DOCUMENTED_PERMISSIONS, anyOf));
/** No API key is needed. */
export const Public = () => SetMetadata(PUBLIC, true);

/** What a route asks of its caller. */
type Demand = 'nothing' | readonly string[];

/** Every route needs a key with a permission, unless it says that it is public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  /** By handler: reading decorators takes as long as checking the key. */
  private readonly demands = new WeakMap<object, Demand>();

  constructor(
    private readonly reflector: Reflector,
    private readonly queries: QueryBus,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const handler = context.getHandler();
    let demand = this.demands.get(handler);
    if (demand === undefined) this.demands.set(handler, (demand = this.demandOf(context)));
    return demand === 'nothing' ? true : this.authorize(context.switchToHttp().getRequest<FastifyRequest>(), demand);
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

  private demandOf(context: ExecutionContext): Demand {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets)) return 'nothing';
    const anyOf = this.reflector.getAllAndOverride<readonly string[] | undefined>(PERMISSIONS, targets);
    if (!anyOf) throw new Error(`${context.getClass().name}.${context.getHandler().name} names no permission`);
    return anyOf;
  }
}

/** Both headers are accepted everywhere. */
export function presentedKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
