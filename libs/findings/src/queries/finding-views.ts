import { type ReadModels, READ_MODELS } from '@assay/read-models';
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
import { type FindingView, findingView, latestDecision } from './finding-view';

/** Makes the list entries of findings from their defects' documents and the decisions about them. */
@Injectable()
export class FindingViews {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  /** By finding; those that are gone meanwhile are missing. */
  async byId(findingIds: readonly string[]): Promise<ReadonlyMap<string, FindingView>> {
    const members = await this.readModels.collection(findingMemberDocuments).getMany([...new Set(findingIds)]);
    const groupIds = [...new Set(members.map(({ document }) => document.groupId))];
    const stored = await this.readModels.collection(findingGroupDocuments).getMany(groupIds);
    const groups = new Map(stored.map(({ id, document }) => [id, document]));
    const found = members.flatMap(({ id, document }) => {
      const group = groups.get(document.groupId);
      const member = group?.members.find((each) => each.id === id);
      return group && member ? [{ group, member }] : [];
    });
    const views = await this.of(found);
    return new Map(views.map((view) => [view.id, view]));
  }

  /** In the order in which they are given. */
  async of(shown: readonly { readonly group: FindingGroupDocument; readonly member: GroupMember }[]) {
    const decisions = await this.decisionsFor(shown.map(({ group }) => group));
    return shown.map(({ group, member }) => {
      const all = group.members.map(({ fingerprint }) => decisions.get(triageId(group.triageScope, fingerprint)));
      return findingView(group, member, latestDecision(all));
    });
  }

  private async decisionsFor(groups: readonly FindingGroupDocument[]): Promise<Map<string, TriageDocument>> {
    const ids = new Set(
      groups.flatMap((group) => group.members.map(({ fingerprint }) => triageId(group.triageScope, fingerprint))),
    );
    const stored = await this.readModels.collection(triageDocuments).getMany([...ids]);
    return new Map(stored.map(({ id, document }) => [id, document]));
  }
}
