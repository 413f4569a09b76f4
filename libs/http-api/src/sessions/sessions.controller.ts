import { creditBalanceDocuments } from '@assay/billing';
import { checkDirectoryAllowed } from '@assay/targets';
import { type Settings, SETTINGS, deterministicId, refused } from '@assay/kernel';
import { type Authenticated, TIERS } from '@assay/identity';
import {
  type SessionTarget,
  CancelSession,
  GetSession,
  ListSessions,
  StartSession,
  sessionDocuments,
} from '@assay/scanning';
import { Body, Controller, Delete, Get, Headers, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Requires } from '../http/api-key.guard';
import { PagingDto, offsetOf } from '../http/paging.dto';
import { Answers, AnswersAnyOf, Refuses } from '../openapi/decorators';
import { Done } from '../openapi/done.response';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestId, RequestSeed } from '../http/request-context';
import { PollSessionDto } from './poll-session.dto';
import { SessionEventStream } from './session-event-stream';
import { SessionFull, SessionList, SessionNewReports, SessionProgressOnly, SessionStarted } from './sessions.responses';
import { type SessionTargetDto, StartSessionDto } from './start-session.dto';

@ApiTags('sessions')
@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    private readonly eventStream: SessionEventStream,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ApiOperation({ summary: 'Start a session', description: 'Returns at once; poll it, or follow its events.' })
  @Answers(202, SessionStarted, 'It has been paid for and has started.')
  @Refuses('INSUFFICIENT_CREDITS', 'DIRECTORY_NOT_ALLOWED', 'PROJECT_NOT_FOUND')
  @Post()
  @HttpCode(202)
  @Requires('scans:write')
  async start(
    @Caller() { organizationId, keyId, tier }: Authenticated,
    @Body() body: StartSessionDto,
    @RequestSeed() seed: string | undefined,
    @RequestId() requestId: string,
  ): Promise<SessionStarted> {
    const target = await this.targetOf(body.target);
    const { sessionId, scanId, position } = await this.commands.execute(
      new StartSession({
        organizationId,
        startedBy: keyId,
        aiFeaturesOfTier: TIERS[tier].aiFeatures,
        projectId: body.applicationId ?? null,
        target,
        ...(body.categories ? { categories: body.categories } : {}),
        ...(body.tools ? { tools: body.tools } : {}),
        ...(body.excludeTools ? { excludeTools: body.excludeTools } : {}),
        enableIntelligence: body.enableIntelligence,
        timeout: body.timeout,
        maxConcurrent: body.maxConcurrent,
        correlationId: requestId,
        ...(seed === undefined ? {} : { sessionId: deterministicId('ses', seed) }),
      }),
    );
    await this.readYourWrites.awaited(position, [sessionDocuments, creditBalanceDocuments]);
    const path = `/api/sessions/${sessionId}`;
    return {
      sessionId,
      scanId,
      status: 'started',
      message: 'The session has started; its tools report as they finish.',
      pollUrls: { full: path, progress: `${path}?progress=true`, newReports: `${path}?since={timestamp}` },
    };
  }

  @ApiOperation({ summary: 'List sessions', description: 'Newest first.' })
  @Answers(200, SessionList, 'A page of them.')
  @Get()
  @Requires('scans:read')
  async list(@Caller() { organizationId }: Authenticated, @Query() paging: PagingDto): Promise<SessionList> {
    const offset = offsetOf(paging);
    const { sessions, total } = await this.queries.execute(
      new ListSessions({ organizationId, limit: paging.limit, offset }),
    );
    return { sessions, total, pagination: { total, limit: paging.limit, offset } };
  }

  @ApiOperation({
    summary: 'Poll a session',
    description: 'Everything; with progress=true only the progress; with since only the reports after that time.',
  })
  @AnswersAnyOf(
    200,
    [SessionFull, SessionProgressOnly, SessionNewReports],
    'SessionFull; SessionProgressOnly with progress=true; SessionNewReports with since.',
  )
  @Refuses('SESSION_NOT_FOUND')
  @Get(':sessionId')
  @Requires('scans:read')
  poll(
    @Caller() { organizationId }: Authenticated,
    @Param('sessionId') sessionId: string,
    @Query() { progress, since }: PollSessionDto,
  ): Promise<SessionFull | SessionProgressOnly | SessionNewReports> {
    const mode = progress
      ? ({ kind: 'progress' } as const)
      : since === undefined
        ? ({ kind: 'full' } as const)
        : ({ kind: 'since', since: new Date(since).toISOString() } as const);
    return this.queries.execute(new GetSession({ organizationId, sessionId, mode }));
  }

  @ApiOperation({
    summary: 'Cancel a session',
    description: 'Tools that have not finished are skipped and refunded; what was found stays.',
  })
  @Answers(200, Done, 'It will end as `partial`, with its refund.')
  @Refuses('SESSION_NOT_FOUND', 'SESSION_ALREADY_ENDED')
  @Delete(':sessionId')
  @Requires('scans:write')
  async cancel(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('sessionId') sessionId: string,
  ): Promise<Done> {
    const { position } = await this.commands.execute(new CancelSession({ organizationId, sessionId, by: keyId }));
    await this.readYourWrites.awaited(position, [sessionDocuments]);
    return { success: true, message: 'The session is being canceled; what was not delivered is refunded.' };
  }

  @ApiOperation({
    summary: "Follow a session's events",
    description:
      'Server-sent events: tool, progress and end. Each id is the stream revision; Last-Event-ID resumes after it.',
  })
  @ApiProduces('text/event-stream')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was received.',
    schema: { type: 'integer' },
  })
  @ApiResponse({
    status: 200,
    description: 'Events until the session ends, with a comment as a heartbeat in between.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 204, description: 'Everything has been received, and the session is over.' })
  @Refuses('SESSION_NOT_FOUND')
  @Get(':sessionId/events')
  @Requires('scans:read')
  async events(
    @Caller() { organizationId }: Authenticated,
    @Res() reply: FastifyReply,
    @Param('sessionId') sessionId: string,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
  ) {
    await this.eventStream.send(organizationId, sessionId, lastEventId, reply);
  }

  private async targetOf(target: SessionTargetDto): Promise<SessionTarget> {
    const given = (['url', 'urls', 'directory'] as const).filter((kind) => target[kind] !== undefined);
    if (given.length !== 1)
      return refused('VALIDATION_ERROR', 'Exactly one of target.url, target.urls and target.directory is needed', [
        { field: 'target', message: `exactly one of url, urls and directory is needed, not ${given.length}` },
      ]);
    if (target.directory === undefined) {
      const unreadable = (target.urls ?? [target.url!]).find((url) => !URL.canParse(url.trim()));
      if (unreadable !== undefined)
        return refused('VALIDATION_ERROR', `"${unreadable}" is not a URL; write it as https://host/path`, [
          { field: `target.${given[0]}`, message: 'not a URL; write it as https://host/path' },
        ]);
      return target.url === undefined ? { kind: 'urls', urls: target.urls! } : { kind: 'url', url: target.url };
    }
    const allowed = await checkDirectoryAllowed(target.directory, this.settings.directoryRoots);
    if (!allowed.ok) return refused(allowed.refusal.code, allowed.refusal.message, allowed.refusal.details);
    return { kind: 'directory', directory: allowed.value };
  }
}
