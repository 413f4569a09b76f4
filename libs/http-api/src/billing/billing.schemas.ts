import { TIER_IDS } from '@assay/identity';
import { type Schema, count, credits, flag, listOf, mapOf, object, oneOf, orNull, text, time } from '../openapi/schema';

const details = object(
  {
    sessionId: text,
    scanId: text,
    projectId: orNull(text),
    lines: listOf(object({ item: text, category: text, tool: orNull(text), amount: credits })),
    period: text,
    lot: object({ id: text, kind: text, expires: orNull(text) }),
    packageId: text,
    linesScanned: count,
  },
  ['sessionId', 'scanId', 'projectId', 'lines', 'period', 'lot', 'packageId', 'linesScanned'],
);

const transaction = {
  id: text,
  timestamp: time,
  type: text,
  amount: credits,
  balanceAfter: credits,
  reason: text,
  details,
};

export const billingSchemas: Readonly<Record<string, Schema>> = {
  BillingStatus: object({
    tier: oneOf(TIER_IDS),
    tierName: text,
    credits: object({
      remaining: credits,
      included: credits,
      used: credits,
      rollover: credits,
      percentUsed: { type: 'number', minimum: 0, maximum: 100 },
    }),
    subscription: object({ status: text, renewsAt: time, cancelAtPeriodEnd: flag }),
    limits: object({
      maxProjects: count,
      maxRepoSize: { ...count, description: 'Megabytes.' },
      aiFeatures: listOf(text),
    }),
    canScan: flag,
    needsUpgrade: flag,
    overageEnabled: flag,
  }),
  Quote: object({
    options: object({
      categories: listOf(object({ id: text, name: text, creditCost: credits, included: flag })),
      aiFeatures: listOf(object({ id: text, creditCost: credits, perIssue: flag })),
      linesCostPer10K: credits,
      baseScanCost: credits,
    }),
    balance: object({ remaining: credits, included: credits, used: credits }),
    estimate: object({
      breakdown: object({ base: credits, lines: credits, tools: mapOf(credits), ai: mapOf(credits) }),
      total: credits,
    }),
    canAfford: flag,
    overage: { type: 'null' },
  }),
  Usage: object(
    {
      period: object({ start: time, end: time }),
      summary: object({
        totalScans: count,
        totalCreditsUsed: credits,
        totalLinesScanned: count,
        totalIssuesFound: count,
        byCategory: mapOf(object({ scans: count, credits, issues: count })),
        topProjects: listOf(object({ projectId: text, projectName: text, scans: count, credits })),
      }),
      transactions: listOf(object(transaction, ['reason'])),
    },
    ['summary', 'transactions'],
  ),
  Audit: object({
    asOf: time,
    balance: credits,
    entries: listOf(object({ ...transaction, hash: text }, ['reason'])),
    chain: object(
      { valid: flag, head: text, checked: count, brokenAt: object({ stream: text, revision: count, reason: text }) },
      ['brokenAt'],
    ),
    drift: object({ readModelBalance: credits, difference: credits }),
  }),
};
