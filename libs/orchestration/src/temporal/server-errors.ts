import { InfrastructureError, messageOf } from '@assay/kernel';
import { isGrpcServiceError } from '@temporalio/client';

/** The gRPC status of an error of the client. It may be in any of the error's causes. */
export function grpcStatus(error: unknown): number | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isGrpcServiceError(cause)) return cause.code;
  return undefined;
}

/** The text of the server's answer. The client's own message says only what was tried. */
const detailsOf = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isGrpcServiceError(cause)) return cause.details;
  return messageOf(error);
};

export const INVALID_ARGUMENT = 3;
export const ALREADY_EXISTS = 6;
export const PERMISSION_DENIED = 7;
export const UNIMPLEMENTED = 12;
export const UNAUTHENTICATED = 16;

/** A fault that a retry may solve is an InfrastructureError. A request that the server calls invalid is a bug here. */
export const asServerFault = (address: string, error: unknown): unknown =>
  grpcStatus(error) === INVALID_ARGUMENT
    ? error
    : new InfrastructureError(`Temporal at ${address}: ${detailsOf(error)}`, { cause: error });
