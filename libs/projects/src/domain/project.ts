import { type Fact, type Model, passedOver, refused } from '@assay/kernel';
import { type ProjectFields, type ProjectPatch, changedFields } from './project-fields';

/** Projects from before configurations or suppressions existed were created without them. */
type Later = 'configuration' | 'suppressions';
type CreatedFields = Omit<ProjectFields, Later> & Partial<Pick<ProjectFields, Later>>;

/** The values of these fields in a project that was created before they existed. */
export const EARLIER_FIELDS: Pick<ProjectFields, Later> = { configuration: null, suppressions: 'ignore' };

export type ProjectEvent =
  | Fact<
      'ProjectCreated',
      { readonly projectId: string; readonly organizationId: string; readonly at: string } & CreatedFields
    >
  /** Only the changed fields. */
  | Fact<
      'ProjectChanged',
      { readonly projectId: string; readonly organizationId: string; readonly at: string } & Partial<ProjectFields>
    >
  | ProjectDeleted
  /** The slot was taken but the project never created. Written first, this event prevents a late creation. */
  | Fact<'ProjectAbandoned', { readonly projectId: string; readonly organizationId: string; readonly at: string }>;

export type ProjectDeleted = Fact<
  'ProjectDeleted',
  { readonly projectId: string; readonly organizationId: string; readonly at: string }
>;

export type Project =
  | { readonly status: 'absent' }
  | { readonly status: 'live'; readonly id: string; readonly organizationId: string; readonly fields: ProjectFields }
  | { readonly status: 'gone'; readonly organizationId: string };

type LiveProject = Extract<Project, { status: 'live' }>;

/** Ignores facts of unknown types. */
export const project: Model<Project, ProjectEvent> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'ProjectCreated': {
        const { projectId, organizationId, at: _, ...fields } = data;
        return { status: 'live', id: projectId, organizationId, fields: { ...EARLIER_FIELDS, ...fields } };
      }
      case 'ProjectChanged': {
        const { projectId: _, organizationId: __, at: ___, ...changes } = data;
        return state.status === 'live' ? { ...state, fields: { ...state.fields, ...changes } } : state;
      }
      case 'ProjectDeleted':
      case 'ProjectAbandoned':
        return { status: 'gone', organizationId: data.organizationId };
      default:
        return passedOver(state, event);
    }
  },
};

export const projectStream = (projectId: string): string => `project-${projectId}`;

interface Address {
  readonly projectId: string;
  readonly organizationId: string;
  readonly at: string;
}

/** No event if the project already exists or was abandoned meanwhile: the state afterwards says which. */
export function createProject(
  { projectId, organizationId, at }: Address,
  fields: ProjectFields,
  state: Project,
): ProjectEvent[] {
  return state.status === 'absent'
    ? [{ type: 'ProjectCreated', data: { projectId, organizationId, at, ...fields } }]
    : [];
}

export function abandonProject({ projectId, organizationId, at }: Address, state: Project): ProjectEvent[] {
  return state.status === 'absent' ? [{ type: 'ProjectAbandoned', data: { projectId, organizationId, at } }] : [];
}

/**
 * Fields that are equal to the present ones are not changes. @throws RefusedError PROJECT_NOT_FOUND, also for another
 * organization's
 */
export function changeProject(
  { projectId, organizationId, at }: Address,
  patch: ProjectPatch,
  state: Project,
): ProjectEvent[] {
  const changes = changedFields(live(state, organizationId).fields, patch);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'ProjectChanged', data: { projectId, organizationId, at, ...changes } }];
}

/**
 * Deleting again changes nothing. @throws RefusedError PROJECT_NOT_FOUND for one that never existed, or another
 * organization's
 */
export function deleteProject({ projectId, organizationId, at }: Address, state: Project): ProjectEvent[] {
  if (state.status === 'gone' && state.organizationId === organizationId) return [];
  live(state, organizationId);
  return [{ type: 'ProjectDeleted', data: { projectId, organizationId, at } }];
}

/** @throws RefusedError PROJECT_NOT_FOUND */
export function live(state: Project, organizationId: string): LiveProject {
  if (state.status !== 'live' || state.organizationId !== organizationId)
    return refused('PROJECT_NOT_FOUND', 'Project not found');
  return state;
}
