import { type OrganizationDocument, type OrganizationEvent, organizationDocuments } from '@assay/identity';
import type { Projection } from '@assay/read-models';

/** `assay org list`: one document an organization. */
export const organizations: Projection<OrganizationDocument, OrganizationEvent> = {
  ...organizationDocuments,
  version: 2,
  indexes: [['createdAt']],
  handles: {
    OrganizationCreated: true,
    OrganizationTierChanged: true,
    OrganizationTierScheduled: true,
    OrganizationTierKept: true,
  },
  documentIds: ({ data }) => [data.organizationId],
  apply(document, { type, data }) {
    switch (type) {
      case 'OrganizationCreated':
        return {
          organizationId: data.organizationId,
          name: data.name,
          tier: data.tier,
          comingTier: null,
          createdAt: data.at,
        };
      case 'OrganizationTierChanged':
        return document && { ...document, tier: data.tier, comingTier: null };
      case 'OrganizationTierScheduled':
        return document && { ...document, comingTier: { tier: data.tier, from: data.from } };
      case 'OrganizationTierKept':
        return document && { ...document, comingTier: null };
    }
  },
};
