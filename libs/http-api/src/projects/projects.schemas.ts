import { PROJECT_PLATFORMS } from '@assay/kernel';
import { type Schema, count, exactly, listOf, object, oneOf, orNull, ref, text, time } from '../openapi/schema';

export const projectsSchemas: Readonly<Record<string, Schema>> = {
  Project: object({
    id: text,
    name: text,
    description: orNull(text),
    platforms: listOf(oneOf(PROJECT_PLATFORMS)),
    repositoryUrl: orNull(text),
    defaultBranch: text,
    organizationId: text,
    createdAt: time,
    updatedAt: time,
  }),
  ProjectAnswer: object({ success: exactly(true), data: ref('Project') }),
  ProjectList: object({
    success: exactly(true),
    data: listOf(ref('Project')),
    pagination: object({ page: count, perPage: count, total: count }),
  }),
  Done: object({ success: exactly(true), message: text }),
};
