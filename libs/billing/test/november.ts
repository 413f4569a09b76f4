import { ChargeSession } from '../src/commands/charge-session/charge-session';
import { GrantCredits } from '../src/commands/grant-credits/grant-credits';
import { SettleCharge } from '../src/commands/settle-charge/settle-charge';
import { BillingWorld } from './billing-world';
import { ORGANIZATION as organizationId, credits, subject } from './ledger';

const toolsOfSecurity = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `a-tool-of-security-${index}`, billing: 'security' }) as const);

/** @param tools 36 are as many as a session of a directory has in priced categories: its charge takes some 4 KB */
export const charge = (sessionId: string, tools = 36) =>
  new ChargeSession({ organizationId, ...subject(sessionId), tools: toolsOfSecurity(tools), aiFeatures: [] });

export const settle = (sessionId: string) =>
  new SettleCharge({ organizationId, sessionId, linesScanned: 7, issuesByCategory: {} });

/**
 * The first morning of December: so many charges are open since November, and a tenth as many were settled within the
 * day.
 */
export async function november(open: number, tools?: number): Promise<BillingWorld> {
  const world = await BillingWorld.begin({ at: '2026-11-30T20:00:00.000Z', tier: 'business' });
  const amount = credits(3 * open);
  await world.execute(new GrantCredits({ organizationId, grantId: 'g', amount, reason: 'test', expires: null }));
  for (let index = 0; index < open * 1.1; index += 1) await world.execute(charge(`ses_${index}`, tools));
  for (let index = open; index < open * 1.1; index += 1) await world.execute(settle(`ses_${index}`));
  world.moveTo('2026-12-01T08:00:00.000Z');
  await world.time.confirmed();
  return world;
}
