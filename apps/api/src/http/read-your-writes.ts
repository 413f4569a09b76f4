import type { LogPosition } from '@assay/event-store';
import { Projector } from '@assay/read-models';
import { Injectable } from '@nestjs/common';

/** Milliseconds. A projection is a few milliseconds behind; one that is this far behind is a fault that readiness reports. */
const PATIENCE = 5_000;

/** A command's answer waits until the read models that the client will ask next have seen what it wrote. */
@Injectable()
export class ReadYourWrites {
  constructor(private readonly projector: Projector) {}

  async reached(position: LogPosition | undefined, readModels: readonly string[], patience = PATIENCE): Promise<void> {
    if (position !== undefined) await this.projector.waitFor(position, { names: readModels, timeoutMs: patience });
  }
}
