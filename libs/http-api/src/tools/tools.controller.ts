import type { Authenticated } from '@assay/identity';
import { type CircuitStanding, TOOL_CATALOGUE, type ToolCatalogue, ToolCircuits } from '@assay/scanning';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { Caller } from '../http/request-context';
import { Answers } from '../openapi/decorators';
import { ListToolsDto } from './tools.dto';
import { ToolList } from './tools.responses';

const CLOSED: CircuitStanding = { state: 'closed', failures: 0 };

@ApiTags('tools')
@Controller('api/v1/tools')
export class ToolsController {
  constructor(
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly circuits: ToolCircuits,
  ) {}

  @ApiOperation({
    summary: 'The tools',
    description:
      'What each looks for, on which targets, what it counts as on the bill, and whether its circuit breaker lets it run: one that broke on several targets in a row is left out, and refunded, for a while.',
  })
  @Answers(200, ToolList, 'All of them.')
  @Get()
  @Requires('scans:read')
  async list(
    @Caller() { organizationId }: Authenticated,
    @Query() { category, target }: ListToolsDto,
  ): Promise<ToolList> {
    const listed = this.catalogue.tools.filter(
      (tool) =>
        (category === undefined || tool.category === category) &&
        (target === undefined || tool.targets.includes(target)),
    );
    const circuits = await this.circuits.standings(
      listed.map(({ id }) => id),
      organizationId,
    );
    const tools = listed.map(({ id, name, description, category: finding, billing, targets, engine, files, rules }) => {
      const missing = this.catalogue.missing(engine);
      return {
        id,
        name,
        description,
        category: finding,
        billingCategory: billing,
        targets,
        engine,
        files,
        rules: Object.keys(rules).length,
        available: missing === undefined,
        ...(missing === undefined ? {} : { unavailableBecause: missing }),
        circuit: circuits.get(id) ?? CLOSED,
      };
    });
    return { tools, total: tools.length };
  }
}
