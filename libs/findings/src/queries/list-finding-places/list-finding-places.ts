import type { Severity } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { findingGroupDocuments, findingMemberDocuments } from '../documents';

/** A place of a finding, with its texts. */
export interface FindingPlace {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** The fault, in the engine's words; may equal the title or be empty. */
  readonly description: string;
  /** How to fix it; may be empty. */
  readonly suggestion: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly tool: string;
  readonly rule: string;
}

/** Findings of an organization by their ids, in that order. Those that are gone are left out. */
export class ListFindingPlaces extends Query<FindingPlace[]> {
  constructor(readonly input: { readonly organizationId: string; readonly findingIds: readonly string[] }) {
    super();
  }
}

@QueryHandler(ListFindingPlaces)
export class ListFindingPlacesHandler implements IQueryHandler<ListFindingPlaces> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, findingIds } }: ListFindingPlaces): Promise<FindingPlace[]> {
    const lookups = await this.readModels.collection(findingMemberDocuments).getMany(findingIds);
    const groups = await this.readModels
      .collection(findingGroupDocuments)
      .getMany([...new Set(lookups.map(({ document }) => document.groupId))]);
    const members = new Map(
      groups
        .filter(({ document }) => document.organizationId === organizationId)
        .flatMap(({ document }) => document.members.map((member) => [member.id, member])),
    );
    return findingIds.flatMap((findingId) => {
      const member = members.get(findingId);
      if (!member) return [];
      const { id, severity, title, description, suggestion, file, line, tool, rule } = member;
      return [{ id, severity, title, description, suggestion, file, line, tool, rule }];
    });
  }
}
