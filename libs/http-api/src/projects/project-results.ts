import { aiReportsDocuments } from '@assay/ai-reports';
import { automationDocuments } from '@assay/automations';
import { type EventStore, EVENT_STORE, type LogPosition } from '@assay/event-store';
import {
  findingGroupDocuments,
  findingMemberDocuments,
  findingsLineDocuments,
  lineFindingDocuments,
  lineMonthDocuments,
  lineScanDocuments,
  lineSightingDocuments,
} from '@assay/findings';
import { type ProcessState, PROCESS_STATE } from '@assay/platform';
import { type FollowedReadModels, FOLLOWED_READ_MODELS } from '@assay/read-models';
import { scanDocuments, sessionDocuments } from '@assay/scanning';
import { Inject, Injectable } from '@nestjs/common';
import { ReadYourWrites } from '../http/read-your-writes';
import { untilTrue } from '../http/until-true';

/**
 * Milliseconds that the answer to a deletion waits for the results to go. A session that runs must end first, which
 * takes as long as its engines take to stop.
 */
const PATIENCE = 30_000;
const DELAYS = { initialDelayMs: 10, maxDelayMs: 500 };

const RESULTS = [
  scanDocuments,
  sessionDocuments,
  findingGroupDocuments,
  findingMemberDocuments,
  findingsLineDocuments,
  lineFindingDocuments,
  lineMonthDocuments,
  lineScanDocuments,
  lineSightingDocuments,
  aiReportsDocuments,
  automationDocuments,
];

/** Waits for the results of a deleted project to go. A reactor removes them, in whichever process has it. */
@Injectable()
export class ProjectResults {
  constructor(
    @Inject(FOLLOWED_READ_MODELS) private readonly readModels: FollowedReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(PROCESS_STATE) private readonly state: ProcessState,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  /**
   * Resolves when no read model has anything of the project's any more.
   *
   * @param position of the deletion
   * @returns false if that takes longer than an answer may wait, or the process stops first
   */
  async gone(
    organizationId: string,
    projectId: string,
    position: LogPosition | undefined,
    patience = PATIENCE,
  ): Promise<boolean> {
    const over = AbortSignal.any([this.state.draining, AbortSignal.timeout(patience)]);
    // All sessions from before the deletion are known first: what is not there yet has not gone.
    await this.readYourWrites.awaited(position, RESULTS);
    const ofProject = { where: { organizationId, projectId }, limit: 1 };
    const left: readonly (() => Promise<readonly unknown[]>)[] = [
      () => this.readModels.collection(sessionDocuments).find(ofProject),
      () => this.readModels.collection(aiReportsDocuments).find(ofProject),
      () => this.readModels.collection(automationDocuments).find(ofProject),
    ];
    for (const anyLeft of left) {
      const areGone = async () => (await anyLeft()).length === 0;
      if (!(await untilTrue(areGone, { delays: DELAYS, over }))) return false;
    }
    // A session's document is the last thing of it to go from the log, though not from every read model.
    await this.readYourWrites.awaited(await this.events.head(), RESULTS);
    return true;
  }
}
