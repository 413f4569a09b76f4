import type { RefusalCode } from '@assay/kernel';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import { ref } from './schema';

/** Where an operation's documentation keeps the codes that it can refuse with beside those that every operation has. */
export const ERROR_CODES = 'x-error-codes';
/** Where it keeps the permissions of which one is needed; an operation without is public. */
export const REQUIRED_PERMISSIONS = 'x-required-permissions';

/** What a success looks like: the name of a schema of the components. */
export const Answers = (status: number, schema: string, description: string): MethodDecorator =>
  ApiResponse({ status, description, content: { 'application/json': { schema: ref(schema) as never } } });

export const Refuses = (...codes: RefusalCode[]): MethodDecorator => ApiExtension(ERROR_CODES, codes);
