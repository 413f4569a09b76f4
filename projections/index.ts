import type { Projection } from '@assay/read-models';
import { aiReports } from './ai-reports.projection';
import { apiKeys } from './api-keys.projection';
import { automationHistory } from './automation-history.projection';
import { automations } from './automations.projection';
import { autoTopups } from './auto-topups.projection';
import { creditBalance } from './credit-balance.projection';
import { creditEntries } from './credit-entries.projection';
import { creditUsage } from './credit-usage.projection';
import { findingMembers } from './finding-members.projection';
import { findings } from './findings.projection';
import { findingsLines } from './findings-lines.projection';
import { issueHelp } from './issue-help.projection';
import { lineFindings } from './line-findings.projection';
import { lineMonths } from './line-months.projection';
import { lineScans } from './line-scans.projection';
import { lineSightings } from './line-sightings.projection';
import { notifications } from './notifications.projection';
import { organizations } from './organizations.projection';
import { projects } from './projects.projection';
import { purchases } from './purchases.projection';
import { scans } from './scans.projection';
import { sessionCharges } from './session-charges.projection';
import { sessions } from './sessions.projection';
import { toolDurations } from './tool-durations.projection';
import { toolHealth } from './tool-health.projection';
import { triage } from './triage.projection';
import { verdicts } from './verdicts.projection';
import { verdictTurns } from './verdict-turns.projection';

export { sessions };

/** Every read model. A new one is built from the events at the next start. */
export const projections: readonly Projection[] = [
  aiReports,
  apiKeys,
  automationHistory,
  automations,
  autoTopups,
  creditBalance,
  creditEntries,
  creditUsage,
  findingMembers,
  findings,
  findingsLines,
  issueHelp,
  lineFindings,
  lineMonths,
  lineScans,
  lineSightings,
  notifications,
  organizations,
  projects,
  purchases,
  scans,
  sessionCharges,
  sessions,
  toolDurations,
  toolHealth,
  triage,
  verdicts,
  verdictTurns,
];
