import { EVENT_STORE, type EventStore, type LogPosition } from '@assay/event-store';
import {
  GetScanPlace,
  findingsLineDocuments,
  lineFindingDocuments,
  lineMonthDocuments,
  lineSightingDocuments,
} from '@assay/findings';
import { InfrastructureError } from '@assay/kernel';
import { type ProcessState, PROCESS_STATE } from '@assay/platform';
import { READ_MODEL_STORE, ReadModelBehind, type ReadModelStore } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ReadYourWrites } from '../http/read-your-writes';
import { untilTrue } from '../http/until-true';

/** The checkpoint of the reactor that compares scans. */
const CHECKPOINT = 'reactor:compare-findings';
/** Milliseconds that an answer waits for a comparison: most take some milliseconds, those of large scans seconds. */
const PATIENCE = 5_000;
const DELAYS = { initialDelayMs: 5, maxDelayMs: 250 };
const SAID = [findingsLineDocuments, lineFindingDocuments, lineMonthDocuments, lineSightingDocuments];

/**
 * A scan is compared with the scans before it once it has ended, in whichever process has the reactor. Who asks at once
 * would otherwise read that nothing is new.
 */
@Injectable()
export class Comparisons {
  /** Up to here scans are compared, and their facts are in the read models. */
  private said: LogPosition = -1;

  constructor(
    @Inject(READ_MODEL_STORE) private readonly store: ReadModelStore,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(PROCESS_STATE) private readonly state: ProcessState,
    private readonly readYourWrites: ReadYourWrites,
    private readonly queries: QueryBus,
  ) {}

  /** Resolves when a scan is compared, or after some seconds: what is not known then is not said. */
  async awaited(of: GetScanPlace['input']): Promise<void> {
    try {
      await this.isSaid(of);
    } catch (error) {
      if (!(error instanceof ReadModelBehind)) throw error;
    }
  }

  /** @throws InfrastructureError, a 503, if the comparison takes longer than an answer may wait */
  async reached(of: GetScanPlace['input']): Promise<void> {
    if (await this.isSaid(of)) return;
    const message = 'The latest scan is still being compared with those before it: ask again in a moment';
    throw new InfrastructureError(message, { refusal: { code: 'UNAVAILABLE', message } });
  }

  private async isSaid(of: GetScanPlace['input']): Promise<boolean> {
    const position = await this.queries.execute(new GetScanPlace(of));
    if (position === undefined || position <= this.said) return true;
    const over = AbortSignal.any([this.state.draining, AbortSignal.timeout(PATIENCE)]);
    const isCompared = async () => {
      const compared = (await this.store.checkpoint(CHECKPOINT))?.position ?? -1;
      if (compared < position) return false;
      await this.readYourWrites.reached(await this.events.head(), SAID);
      this.said = Math.max(this.said, compared);
      return true;
    };
    return untilTrue(isCompared, { delays: DELAYS, over });
  }
}
