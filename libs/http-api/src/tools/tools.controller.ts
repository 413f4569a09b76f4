import { type ToolDefinition, didYouMean, documentationOf, toolPage } from '@assay/analysis';
import { priceEffect } from '@assay/billing';
import type { Authenticated } from '@assay/identity';
import { PRICE_LIST, type PriceList, refused, toCredits } from '@assay/kernel';
import { CATALOGUED_AS, type CircuitStanding, TOOL_CATALOGUE, type ToolCatalogue, ToolCircuits } from '@assay/scanning';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { Caller } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { exampleView } from './example-view';
import { ListToolsDto } from './tools.dto';
import { ToolAnswer, ToolList } from './tools.responses';

const CLOSED: CircuitStanding = { state: 'closed', failures: 0 };

@ApiTags('tools')
@Controller('api/v1/tools')
export class ToolsController {
  constructor(
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly circuits: ToolCircuits,
    @Inject(PRICE_LIST) private readonly priceList: PriceList,
  ) {}

  @ApiOperation({
    summary: 'The tools',
    description:
      'What each looks for, on which targets, what it counts as on the bill, and whether its circuit breaker ' +
      'lets it run: one that broke on several targets in a row is left out, and refunded, for a while.',
  })
  @Answers(200, ToolList, 'All of them.')
  @Get()
  @Requires('scans:read')
  async list(
    @Caller() { organizationId }: Authenticated,
    @Query() { category, target }: ListToolsDto,
  ): Promise<ToolList> {
    const kind = CATALOGUED_AS.get(target ?? '') ?? target;
    const listed = this.catalogue.tools.filter(
      (tool) =>
        (category === undefined || tool.category === category) &&
        (kind === undefined || (tool.targets as readonly string[]).includes(kind)),
    );
    const circuits = await this.circuits.standings(
      listed.map(({ id }) => id),
      organizationId,
    );
    const tools = listed.map((tool) => ({
      ...this.choice(tool),
      engine: tool.engine,
      rules: Object.keys(tool.rules).length,
      circuit: circuits.get(tool.id) ?? CLOSED,
    }));
    return { tools, total: tools.length };
  }

  @ApiOperation({
    summary: 'One tool',
    description:
      'With each of its rules: what it reports and why, how to fix it, and an example of bad and of good code ' +
      'from the samples that the tool is tested with.',
  })
  @Answers(200, ToolAnswer, 'The tool, with its rules.')
  @Refuses('TOOL_NOT_FOUND')
  @Get(':toolId')
  @Requires('scans:read')
  async get(@Caller() { organizationId }: Authenticated, @Param('toolId') toolId: string) {
    const tool = this.catalogue.tool(toolId);
    const engine = tool && this.catalogue.engine(tool.engine);
    if (tool === undefined || engine === undefined)
      return refused(
        'TOOL_NOT_FOUND',
        `There is no such tool.${didYouMean(
          toolId,
          this.catalogue.tools.map(({ id }) => id),
        )} GET /api/v1/tools lists them`,
      );
    const circuits = await this.circuits.standings([toolId], organizationId);
    const page = toolPage(tool, engine, documentationOf(toolId));
    return {
      tool: {
        ...this.choice(tool),
        engine: page.engine,
        price: {
          credits: toCredits(this.priceList.prices.categories[tool.billing].price),
          effect: priceEffect(tool.billing, this.priceList.prices),
        },
        advice: page.advice,
        circuit: circuits.get(toolId) ?? CLOSED,
        rules: page.rules.map(({ id, title, severity, cwe, wcag, why, url, fix, reported, place, bad, good }) => ({
          id,
          title,
          severity,
          cwe: cwe ?? null,
          wcag,
          why: why ?? null,
          url: url ?? null,
          fix,
          reported: reported ?? null,
          place: place ?? null,
          bad: exampleView(bad),
          good: exampleView(good),
        })),
      },
    };
  }

  /** The fields by which a person chooses a tool. */
  private choice({ id, name, description, category, billing, targets, engine, files }: ToolDefinition) {
    const missing = this.catalogue.missing(engine);
    return {
      id,
      name,
      description,
      category,
      billingCategory: billing,
      targets,
      files,
      available: missing === undefined,
      ...(missing !== undefined && { unavailableBecause: missing }),
    };
  }
}
