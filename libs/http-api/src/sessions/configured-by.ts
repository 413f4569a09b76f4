import { described, oneOf, optional } from '../openapi/property';

/** The field `configuredBy` of sessions, scans and reports. */
export const CONFIGURED_BY = optional(
  described(
    oneOf<string>(['project']),
    "Where what the request did not say is from: the project's configuration. Absent where there was none.",
  ),
);
