import { refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS, type StoredDocument } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { GroupMember } from '../domain/merging';
import {
  type FindingGroupDocument,
  type TriageDocument,
  findingGroupDocuments,
  findingMemberDocuments,
  triageDocuments,
  triageId,
} from './documents';
import { latestDecision } from './finding-view';

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

  /** The last decision about a defect; undefined if there was none. */
  async decision({ members, triageScope }: FindingGroupDocument): Promise<StoredDocument<TriageDocument> | undefined> {
    const decisions = await this.readModels
      .collection(triageDocuments)
      .getMany(members.map(({ fingerprint }) => triageId(triageScope, fingerprint)));
    const latest = latestDecision(decisions.map(({ document }) => document));
    return decisions.find(({ document }) => document === latest);
  }
}
