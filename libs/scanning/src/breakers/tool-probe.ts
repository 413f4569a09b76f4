import { messageOf } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ENGINE_RUNNER, type EngineRunner } from '../activities/engine-runner';
import { StagingArea } from '../activities/staging-area';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../tool-catalogue';

/** The time limit of a probe in milliseconds. The sample takes seconds, even on a busy machine. */
const PROBE_TIME = 120_000;

/** Runs a tool on its own sample, a known good target. Nobody is charged for it. */
@Injectable()
export class ToolProbe {
  private running = false;

  constructor(
    private readonly staging: StagingArea,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    @Inject(ENGINE_RUNNER) private readonly runEngines: EngineRunner,
  ) {}

  /** Whether this process can probe the tool now. It runs one probe at a time. */
  canRun(toolId: string): boolean {
    const tool = this.catalogue.tool(toolId);
    return (
      !this.running &&
      tool !== undefined &&
      this.catalogue.missing(tool.engine) === undefined &&
      this.catalogue.sample(toolId) !== undefined
    );
  }

  /**
   * @returns why the tool failed, or null if it did not
   * @throws the signal's reason, InfrastructureError: the probe has no result then
   */
  async run(toolId: string, signal: AbortSignal): Promise<string | null> {
    this.running = true;
    try {
      return await this.staging.inScratch(`probe-${toolId}`, (folder) => this.onSample(toolId, folder, signal));
    } finally {
      this.running = false;
    }
  }

  private async onSample(toolId: string, folder: string, signal: AbortSignal): Promise<string | null> {
    const tool = this.catalogue.tool(toolId)!;
    const sample = this.catalogue.sample(toolId)!;
    const [root, scratch] = [join(folder, 'sample'), join(folder, 'scratch')];
    await mkdir(scratch);
    for (const { staged } of sample.files) {
      await mkdir(dirname(join(root, staged)), { recursive: true });
      await copyFile(join(sample.root, staged), join(root, staged));
    }
    const { tools } = await this.runEngines(
      { engine: tool.engine, tools: [tool], root, files: [...sample.files], scratch },
      { timeout: PROBE_TIME, memoryMb: this.catalogue.engine(tool.engine)!.memoryMb, signal },
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new Error(`the probe of ${toolId} could not be run: ${messageOf(error)}`, { cause: error });
    });
    signal.throwIfAborted();
    const outcome = tools.find((run) => run.tool === toolId)?.outcome;
    return outcome?.status === 'failed' ? outcome.reason : null;
  }
}
