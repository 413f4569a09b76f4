import { Injectable } from '@nestjs/common';
import { SessionLog } from './session-log';
import { StagingArea } from './staging-area';

/**
 * Removes the copies of sessions that have ended. A worker that counts as lost but still lives gets no message about
 * its sessions: they are staged again, ended and cleaned up elsewhere.
 */
@Injectable()
export class SweepStaging {
  constructor(
    private readonly log: SessionLog,
    private readonly staging: StagingArea,
  ) {}

  async run(): Promise<void> {
    for (const sessionId of await this.staging.sessions())
      if (!(await this.log.findOpen(sessionId))) await this.staging.remove(sessionId);
  }
}
