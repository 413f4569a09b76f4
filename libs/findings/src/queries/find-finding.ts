import { refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { GroupMember } from '../domain/merging';
import { type FindingGroupDocument, findingGroupDocuments, findingMemberDocuments } from './documents';

/** Leads from any finding's id to the defect it belongs to. */
@Injectable()
export class FindingFinder {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  /** @throws RefusedError FINDING_NOT_FOUND, also for another organization's finding */
  async find(organizationId: string, findingId: string): Promise<{ group: FindingGroupDocument; member: GroupMember }> {
    const lookup = await this.readModels.collection(findingMemberDocuments).get(findingId);
    const stored = lookup && (await this.readModels.collection(findingGroupDocuments).get(lookup.document.groupId));
    const member = stored?.document.members.find(({ id }) => id === findingId);
    if (!stored || !member || stored.document.organizationId !== organizationId)
      return refused('FINDING_NOT_FOUND', 'Finding not found');
    return { group: stored.document, member };
  }
}
