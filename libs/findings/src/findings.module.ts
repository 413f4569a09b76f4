import { Module } from '@nestjs/common';
import { ChangeFindingStatusHandler } from './commands/change-finding-status/change-finding-status';
import { CompareFindingsHandler } from './commands/compare-findings/compare-findings';
import { DeleteFindingsLineHandler } from './commands/delete-findings-line/delete-findings-line';
import { DeleteFindingsHandler, DeleteTriageHandler } from './commands/delete-findings/delete-findings';
import { FindingFinder } from './queries/find-finding';
import { FindingLines } from './queries/finding-lines';
import { FindingViews } from './queries/finding-views';
import { GetFindingHandler } from './queries/get-finding/get-finding';
import { GetFindingHistoryHandler } from './queries/get-finding-history/get-finding-history';
import { GetScanPlaceHandler } from './queries/get-scan-place/get-scan-place';
import { GetTrendHandler } from './queries/get-trend/get-trend';
import { ListFindingGroupsHandler } from './queries/list-finding-groups/list-finding-groups';
import { ListFindingsHandler } from './queries/list-findings/list-findings';
import { ListProjectFindingsHandler } from './queries/list-project-findings/list-project-findings';
import { ListStatusChangesHandler } from './queries/list-status-changes/list-status-changes';

@Module({
  providers: [
    FindingFinder,
    FindingLines,
    FindingViews,
    ChangeFindingStatusHandler,
    CompareFindingsHandler,
    DeleteFindingsHandler,
    DeleteFindingsLineHandler,
    DeleteTriageHandler,
    GetFindingHandler,
    GetFindingHistoryHandler,
    GetScanPlaceHandler,
    GetTrendHandler,
    ListFindingsHandler,
    ListFindingGroupsHandler,
    ListProjectFindingsHandler,
    ListStatusChangesHandler,
  ],
})
export class FindingsModule {}
