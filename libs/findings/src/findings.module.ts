import { Module } from '@nestjs/common';
import { ChangeFindingStatusHandler } from './commands/change-finding-status/change-finding-status';
import { CompareFindingsHandler } from './commands/compare-findings/compare-findings';
import { DeleteFindingsLineHandler } from './commands/delete-findings-line/delete-findings-line';
import { DeleteFindingsHandler, DeleteTriageHandler } from './commands/delete-findings/delete-findings';
import { ExpireDecisionsHandler } from './commands/expire-decisions/expire-decisions';
import { TriageFindingsHandler } from './commands/triage-findings/triage-findings';
import { CompareWithLineHandler } from './queries/compare-with-line/compare-with-line';
import { FindingFinder } from './queries/find-finding';
import { FindingLines } from './queries/finding-lines';
import { FindingViews } from './queries/finding-views';
import { GetComparisonHandler } from './queries/get-comparison/get-comparison';
import { GetFindingHandler } from './queries/get-finding/get-finding';
import { GetFindingHistoryHandler } from './queries/get-finding-history/get-finding-history';
import { GetScanPlaceHandler } from './queries/get-scan-place/get-scan-place';
import { GetTrendHandler } from './queries/get-trend/get-trend';
import { HasScanBeforeHandler } from './queries/has-scan-before/has-scan-before';
import { ListedGroups } from './queries/listed-groups';
import { ListDecisionsHandler } from './queries/list-decisions/list-decisions';
import { ListFindingGroupsHandler } from './queries/list-finding-groups/list-finding-groups';
import { ListFindingPlacesHandler } from './queries/list-finding-places/list-finding-places';
import { ListFindingsHandler } from './queries/list-findings/list-findings';
import { ListProjectFindingsHandler } from './queries/list-project-findings/list-project-findings';
import { ListStatusChangesHandler } from './queries/list-status-changes/list-status-changes';

@Module({
  providers: [
    FindingFinder,
    ListedGroups,
    FindingLines,
    FindingViews,
    ChangeFindingStatusHandler,
    CompareFindingsHandler,
    CompareWithLineHandler,
    DeleteFindingsHandler,
    DeleteFindingsLineHandler,
    DeleteTriageHandler,
    ExpireDecisionsHandler,
    GetComparisonHandler,
    GetFindingHandler,
    GetFindingHistoryHandler,
    GetScanPlaceHandler,
    GetTrendHandler,
    HasScanBeforeHandler,
    ListDecisionsHandler,
    ListFindingPlacesHandler,
    ListFindingsHandler,
    ListFindingGroupsHandler,
    ListProjectFindingsHandler,
    ListStatusChangesHandler,
    TriageFindingsHandler,
  ],
})
export class FindingsModule {}
