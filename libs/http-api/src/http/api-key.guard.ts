import { type CanActivate, type ExecutionContext, Injectable, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { REQUIRED_PERMISSIONS } from '../openapi/decorators';
import { callerOf } from './request-context';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The caller needs one of these; undefined on a public route. */
    readonly permissions?: readonly string[];
  }
}

/** One of these permissions is needed. {@link authenticateRequests} asks for it before it lets a body be read. */
export const Requires = (...anyOf: readonly string[]) =>
  applyDecorators(RouteConfig({ permissions: anyOf }), ApiExtension(REQUIRED_PERMISSIONS, anyOf));
/** No API key is needed. */
export const Public = Reflector.createDecorator<void, true>({ transform: () => true });

/** Every route needs a key with a permission, unless it says that it is public. Fails where one says neither. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.routeOptions.config.permissions) {
      callerOf(request);
      return true;
    }
    if (this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()])) return true;
    throw new Error(`${context.getClass().name}.${context.getHandler().name} names no permission`);
  }
}
