import type { Authenticated } from '@assay/identity';
import { ReceiveUpload, type ReceivedUpload } from '@assay/scanning';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Requires } from '../http/api-key.guard';
import { StreamsBody } from '../http/body-fingerprint';
import { bodyReceived } from '../http/idempotency.guard';
import { Caller } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { takeFile } from './multipart';
import { UploadReceived } from './uploads.responses';

const FILE = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'A zip, tar, tar.gz, apk or ipa.' } },
} as const;

@ApiTags('uploads')
@Controller('api/v1/uploads')
export class UploadsController {
  constructor(private readonly commands: CommandBus) {}

  @ApiOperation({
    summary: 'Upload a file',
    description:
      'A scan names it by its id until it expires. Sent again it is another upload, unless it has the same ' +
      'Idempotency-Key, name and content. It is the same only when all of it has been read, so a repeated upload is ' +
      'sent whole, and not kept a second time.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FILE as never })
  @Refuses('UPLOAD_LIMIT_REACHED', 'UPLOAD_STORAGE_FULL')
  @Answers(201, UploadReceived, 'It has been received whole, and hashed.')
  @Post()
  @HttpCode(201)
  @Requires('scans:write')
  @StreamsBody()
  async upload(
    @Req() request: FastifyRequest,
    @Caller() { organizationId, keyId: receivedBy }: Authenticated,
  ): Promise<UploadReceived> {
    return takeFile(request, async ({ filename, content }) => {
      // A repeated upload is not kept: only its hash is needed.
      const kept: ReceivedUpload | undefined = request.answeredBefore
        ? undefined
        : await this.commands.execute(new ReceiveUpload({ organizationId, receivedBy, filename, content }));
      bodyReceived(request, { filename, sha256: kept?.sha256 ?? (await sha256Of(content)) });
      const { uploadId: id, filename: name, size, sha256, expiresAt } = kept!;
      return { upload: { id, filename: name, size, sha256, expiresAt } };
    });
  }
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
