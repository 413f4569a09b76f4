import { TOOL_CATALOGUE, type ToolCatalogue } from '@assay/scanning';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { Answers } from '../openapi/decorators';
import { ListToolsDto } from './tools.dto';

@ApiTags('tools')
@Controller('api/v1/tools')
export class ToolsController {
  constructor(@Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue) {}

  @ApiOperation({ summary: 'The tools', description: 'What each looks for, on which targets, and what it counts as on the bill.' })
  @Answers(200, 'ToolList', 'All of them.')
  @Get() @Requires('scans:read')
  list(@Query() { category, target }: ListToolsDto) {
    const tools = this.catalogue.tools
      .filter((tool) => (category === undefined || tool.category === category) && (target === undefined || tool.targets.includes(target)))
      .map(({ id, name, description, category: finding, billing, targets, engine, files, rules }) => {
        const missing = this.catalogue.missing(engine);
        return { id, name, description, category: finding, billingCategory: billing, targets, engine, files, rules: Object.keys(rules).length, available: missing === undefined, ...(missing === undefined ? {} : { unavailableBecause: missing }) };
      });
    return { tools, total: tools.length };
  }
}
