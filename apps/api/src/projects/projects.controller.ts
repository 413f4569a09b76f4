import { deterministicId } from '@assay/kernel';
import { ChangeProject, CreateProject, DeleteProject, GetProject, ListProjects } from '@assay/projects';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Requires } from '../http/api-key.guard';
import { PageDto } from '../http/paging.dto';
import { ReadYourWrites } from '../http/read-your-writes';
import { callerOf } from '../http/request-context';
import { ChangeProjectDto, CreateProjectDto } from './projects.dto';

@ApiTags('projects')
@Controller('api/v1/projects')
export class ProjectsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
  ) {}

  @ApiOperation({ summary: 'List projects', description: 'Newest first.' })
  @Get() @Requires('projects:read')
  async list(@Req() request: FastifyRequest, @Query() { page, per_page, offset }: PageDto) {
    const { organizationId } = callerOf(request);
    const { projects, total, ...paged } = await this.queries.execute(new ListProjects({ organizationId, page: offset === undefined ? page : Math.floor(offset / per_page) + 1, perPage: per_page }));
    return { success: true, data: projects, pagination: { ...paged, total } };
  }

  @ApiOperation({ summary: 'Create a project' })
  @Post() @Requires('projects:write')
  async create(@Req() request: FastifyRequest, @Body() body: CreateProjectDto) {
    const { organizationId } = callerOf(request);
    const seed = request.idempotencySeed;
    const { projectId, position } = await this.commands.execute(
      new CreateProject({ organizationId, ...body, ...(seed === undefined ? {} : { projectId: deterministicId('prj', seed) }) }));
    await this.readYourWrites.reached(position, ['projects']);
    return this.answer(organizationId, projectId);
  }

  @ApiOperation({ summary: 'One project' })
  @Get(':projectId') @Requires('projects:read')
  get(@Req() request: FastifyRequest, @Param('projectId') projectId: string) {
    return this.answer(callerOf(request).organizationId, projectId);
  }

  @ApiOperation({ summary: 'Change a project', description: 'Only what is given changes.' })
  @Patch(':projectId') @Requires('projects:write')
  async change(@Req() request: FastifyRequest, @Param('projectId') projectId: string, @Body() body: ChangeProjectDto) {
    const { organizationId } = callerOf(request);
    const { position } = await this.commands.execute(new ChangeProject({ organizationId, projectId, ...body }));
    await this.readYourWrites.reached(position, ['projects']);
    return this.answer(organizationId, projectId);
  }

  @ApiOperation({ summary: 'Delete a project', description: 'With its sessions and findings, for good. The credit history stays.' })
  @Delete(':projectId') @Requires('projects:write')
  async remove(@Req() request: FastifyRequest, @Param('projectId') projectId: string) {
    const { organizationId } = callerOf(request);
    const { position } = await this.commands.execute(new DeleteProject({ organizationId, projectId }));
    await this.readYourWrites.reached(position, ['projects']);
    return { success: true, message: 'The project is deleted; its running sessions are canceled and its results removed.' };
  }

  private async answer(organizationId: string, projectId: string) {
    return { success: true, data: await this.queries.execute(new GetProject({ organizationId, projectId })) };
  }
}
