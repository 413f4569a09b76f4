import type { RefusalCode } from '@assay/kernel';
import type { Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Where an operation's documentation keeps the codes that it can refuse with beside those that every operation has. */
export const ERROR_CODES = 'x-error-codes';
/** Where it keeps the permissions of which one is needed; an operation without is public. */
export const REQUIRED_PERMISSIONS = 'x-required-permissions';

/** Documents a success by its response class. The compiler checks that it is what the handler returns. */
export const Answers =
  <Body>(status: number, body: Type<Body>, description: string) =>
  <Handler extends (...args: never[]) => Body | Promise<Body>>(
    controller: object,
    name: string,
    handler: TypedPropertyDescriptor<Handler>,
  ): void => {
    ApiResponse({ status, type: body, description })(controller, name, handler);
  };

/** Documents a success that is of one class or another. */
export const AnswersAnyOf =
  <Bodies extends readonly Type[]>(status: number, bodies: Bodies, description: string) =>
  <Handler extends (...args: never[]) => Promise<InstanceType<Bodies[number]>>>(
    controller: object,
    name: string,
    handler: TypedPropertyDescriptor<Handler>,
  ): void => {
    ApiExtraModels(...bodies)(controller, name, handler);
    const anyOf = bodies.map((body) => ({ $ref: getSchemaPath(body) }));
    ApiResponse({ status, schema: { anyOf }, description })(controller, name, handler);
  };

export const Refuses = (...codes: RefusalCode[]): MethodDecorator => ApiExtension(ERROR_CODES, codes);
