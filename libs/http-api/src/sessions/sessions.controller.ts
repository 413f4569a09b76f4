import { creditBalanceDocuments } from '@assay/billing';
import { deterministicId } from '@assay/kernel';
import { type Authenticated } from '@assay/identity';
import {
  CancelSession,
  GetReceipt,
  GetSession,
  ListSessions,
  StartSession,
  namedTarget,
  sessionDocuments,
} from '@assay/scanning';
import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
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
import { LAST_EVENT_ID, SessionEventStream } from './session-event-stream';
import { SessionFull, SessionList, SessionNewReports, SessionProgressOnly, SessionStarted } from './sessions.responses';
import { SessionReceiptAnswer } from './receipt.responses';
import { StartSessionDto } from './start-session.dto';

/** One event of the stream. */
const SESSION_EVENT = {
  type: 'object',
  description: 'One event; its data is JSON.',
  required: ['id', 'event', 'data'],
  properties: {
    id: { type: 'string', pattern: '^[0-9]+$' },
    event: { type: 'string', enum: ['tool', 'progress', 'end'] },
    data: { type: 'string', contentMediaType: 'application/json' },
  },
};

@ApiTags('sessions')
@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    private readonly eventStream: SessionEventStream,
  ) {}

  @ApiOperation({ summary: 'Start a session', description: 'Returns at once; poll it, or follow its events.' })
  @Answers(202, SessionStarted, 'It has been paid for. It runs, or waits for its turn: see the message.')
  @Refuses(
    'INSUFFICIENT_CREDITS',
    'DIRECTORY_NOT_ALLOWED',
    'PROJECT_NOT_FOUND',
    'QUOTE_NOT_FOUND',
    'QUOTE_NOT_APPLICABLE',
    'SESSION_LIMIT_REACHED',
  )
  @Post()
  @HttpCode(202)
  @Requires('scans:write')
  async start(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() body: StartSessionDto,
    @RequestSeed() seed: string | undefined,
    @RequestId() requestId: string,
  ): Promise<SessionStarted> {
    const { sessionId, scanId, position, isQueued } = await this.commands.execute(
      new StartSession({
        organizationId,
        startedBy: keyId,
        projectId: body.applicationId ?? null,
        target: namedTarget(body.target),
        ...(body.categories && { categories: body.categories }),
        ...(body.tools && { tools: body.tools }),
        ...(body.excludeTools && { excludeTools: body.excludeTools }),
        ...(body.include && { include: body.include }),
        ...(body.history !== undefined && { history: body.history }),
        enableIntelligence: body.enableIntelligence,
        timeout: body.timeout,
        maxConcurrent: body.maxConcurrent,
        ...(body.profile !== undefined && { decisions: { profile: body.profile } }),
        ...(body.quoteId !== undefined && { quoteId: body.quoteId }),
        correlationId: requestId,
        ...(seed !== undefined && { sessionId: deterministicId('ses', seed) }),
      }),
    );
    await this.readYourWrites.awaited(position, [sessionDocuments, creditBalanceDocuments]);
    const path = `/api/sessions/${sessionId}`;
    return {
      sessionId,
      scanId,
      status: 'started',
      message: isQueued
        ? "The session waits: as many of the organization's sessions run as its tier allows. It begins by itself."
        : 'The session has started; its tools report as they finish.',
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
    summary: "A session's receipt",
    description:
      'What was quoted, charged, moved between tools, refunded and paid for each item, beside what each tool came ' +
      'to. Each column adds up to its total. Until `settledAt` is there, refunds may still come.',
  })
  @Answers(200, SessionReceiptAnswer, 'As the ledger has it now.')
  @Refuses('SESSION_NOT_FOUND')
  @Get(':sessionId/receipt')
  @Requires('scans:read')
  receipt(
    @Caller() { organizationId }: Authenticated,
    @Param('sessionId') sessionId: string,
  ): Promise<SessionReceiptAnswer> {
    return this.queries.execute(new GetReceipt({ organizationId, sessionId }));
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
      'Server-sent events: tool, progress and end. Each id is the stream revision; Last-Event-ID resumes after it. ' +
      'The stream ends when its API key is revoked or expires. An organization has at most 20 streams open at once ' +
      '(the operator may set another number).',
  })
  @ApiProduces('text/event-stream')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was received. Empty, or left out: from the beginning.',
    schema: { type: 'string', pattern: LAST_EVENT_ID.source },
  })
  @ApiResponse({
    status: 200,
    description: 'Events until the session ends, with a comment as a heartbeat in between.',
    content: { 'text/event-stream': { schema: SESSION_EVENT } },
  })
  @ApiResponse({ status: 204, description: 'Everything has been received, and the session is over.' })
  @Refuses('SESSION_NOT_FOUND', 'STREAM_LIMIT_REACHED')
  @Get(':sessionId/events')
  @Requires('scans:read')
  async events(
    @Caller() caller: Authenticated,
    @Res() reply: FastifyReply,
    @Param('sessionId') sessionId: string,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
  ) {
    await this.eventStream.send(caller, sessionId, lastEventId, reply);
  }
}
