import { GetTrend } from '@assay/findings';
import type { Authenticated } from '@assay/identity';
import { deterministicId } from '@assay/kernel';
import {
  ChangeProject,
  CreateProject,
  DeleteProject,
  GetProject,
  ListProjects,
  projectDocuments,
} from '@assay/projects';
import { projectConfiguration } from '@assay/scanning';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Comparisons } from '../findings/comparisons';
import { Requires } from '../http/api-key.guard';
import { PageDto } from '../http/paging.dto';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { Done } from '../openapi/done.response';
import { ChangeProjectDto, CreateProjectDto, TrendDto } from './projects.dto';
import { ProjectResults } from './project-results';
import { ProjectAnswer, ProjectList } from './projects.responses';
import { ProjectTrend } from './trend.responses';

@ApiTags('projects')
@Controller('api/v1/projects')
export class ProjectsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    private readonly results: ProjectResults,
    private readonly comparisons: Comparisons,
  ) {}

  @ApiOperation({ summary: 'List projects', description: 'Newest first.' })
  @Answers(200, ProjectList, 'A page of them.')
  @Get()
  @Requires('projects:read')
  async list(
    @Caller() { organizationId }: Authenticated,
    @Query() { page, per_page, offset }: PageDto,
  ): Promise<ProjectList> {
    const { projects, total, ...paged } = await this.queries.execute(
      new ListProjects({ organizationId, page, perPage: per_page, offset }),
    );
    return { success: true, data: projects, pagination: { ...paged, total } };
  }

  @ApiOperation({ summary: 'Create a project' })
  @Answers(201, ProjectAnswer, 'The new project.')
  @Refuses('PLATFORM_NOT_ALLOWED', 'PROJECT_LIMIT_REACHED')
  @Post()
  @Requires('projects:write')
  async create(
    @Caller() { organizationId }: Authenticated,
    @Body() body: CreateProjectDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<ProjectAnswer> {
    if (body.configuration) projectConfiguration(body.configuration);
    const { projectId, position } = await this.commands.execute(
      new CreateProject({
        organizationId,
        ...body,
        ...(seed !== undefined && { projectId: deterministicId('prj', seed) }),
      }),
    );
    await this.readYourWrites.reached(position, [projectDocuments]);
    return this.answer(organizationId, projectId);
  }

  @ApiOperation({ summary: 'One project' })
  @Answers(200, ProjectAnswer, 'The project.')
  @Refuses('PROJECT_NOT_FOUND')
  @Get(':projectId')
  @Requires('projects:read')
  get(@Caller() { organizationId }: Authenticated, @Param('projectId') projectId: string): Promise<ProjectAnswer> {
    return this.answer(organizationId, projectId);
  }

  @ApiOperation({ summary: 'Change a project', description: 'Only what is given changes.' })
  @Answers(200, ProjectAnswer, 'The project as it is now.')
  @Refuses('PROJECT_NOT_FOUND', 'PLATFORM_NOT_ALLOWED')
  @Patch(':projectId')
  @Requires('projects:write')
  async change(
    @Caller() { organizationId }: Authenticated,
    @Param('projectId') projectId: string,
    @Body() body: ChangeProjectDto,
  ): Promise<ProjectAnswer> {
    if (body.configuration) projectConfiguration(body.configuration);
    const { position } = await this.commands.execute(new ChangeProject({ organizationId, projectId, ...body }));
    await this.readYourWrites.reached(position, [projectDocuments]);
    return this.answer(organizationId, projectId);
  }

  @ApiOperation({
    summary: "A project's findings over time",
    description:
      'For each day (UTC) up to today: how many findings were new, gone or found again with its scans, and how ' +
      'many were open at its end, by severity. They are those of the target and branch that was scanned last.',
  })
  @Answers(200, ProjectTrend, 'The days, the oldest first.')
  @Refuses('PROJECT_NOT_FOUND')
  @Get(':projectId/trend')
  @Requires('findings:read')
  async trend(
    @Caller() { organizationId }: Authenticated,
    @Param('projectId') projectId: string,
    @Query() { days, branch }: TrendDto,
  ): Promise<ProjectTrend> {
    await this.queries.execute(new GetProject({ organizationId, projectId }));
    const line = { organizationId, projectId, ...(branch && { branch }) };
    await this.comparisons.reached(line);
    return this.queries.execute(new GetTrend({ ...line, days }));
  }

  @ApiOperation({
    summary: 'Delete a project',
    description:
      'With its sessions and findings, for good; those that run are canceled. The credit history stays. ' +
      'The answer comes when all of it is gone. Where that takes longer than half a minute, it says so.',
  })
  @Answers(200, Done, 'It is gone, with its results.')
  @Refuses('PROJECT_NOT_FOUND')
  @Delete(':projectId')
  @Requires('projects:write')
  async remove(@Caller() { organizationId }: Authenticated, @Param('projectId') projectId: string): Promise<Done> {
    const { position } = await this.commands.execute(new DeleteProject({ organizationId, projectId }));
    await this.readYourWrites.awaited(position, [projectDocuments]);
    const areGone = await this.results.gone(organizationId, projectId, position);
    return {
      success: true,
      message: areGone
        ? 'The project is deleted, with its sessions, findings and reports.'
        : 'The project is deleted; its running sessions are being canceled and its results removed.',
    };
  }

  private async answer(organizationId: string, projectId: string): Promise<ProjectAnswer> {
    return { success: true, data: await this.queries.execute(new GetProject({ organizationId, projectId })) };
  }
}
