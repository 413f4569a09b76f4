import type { Authenticated } from '@assay/identity';
import { ReceiveUpload, type ReceivedUpload } from '@assay/scanning';
import { refused } from '@assay/kernel';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Requires } from '../http/api-key.guard';
import { Caller } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { contentOf, partsOf } from './multipart';
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
      'A scan names it by its id until it expires. Sent again it is another upload, which costs nothing: ' +
      'Idempotency-Key means nothing here.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FILE as never })
  @Refuses('UPLOAD_LIMIT_REACHED', 'UPLOAD_STORAGE_FULL')
  @Answers(201, UploadReceived, 'It has been received whole, and hashed.')
  @Post()
  @HttpCode(201)
  @Requires('scans:write')
  async upload(
    @Req() request: FastifyRequest,
    @Caller() { organizationId, keyId: receivedBy }: Authenticated,
  ): Promise<UploadReceived> {
    let received: ReceivedUpload | undefined;
    for await (const part of partsOf(request)) {
      if (received || part.type !== 'file' || part.fieldname !== 'file')
        return invalid(part.fieldname, received ? 'one file is uploaded at a time' : 'unknown field');
      received = await this.commands.execute(
        new ReceiveUpload({ organizationId, receivedBy, filename: part.filename, content: contentOf(part.file) }),
      );
    }
    const { uploadId: id, filename, size, sha256, expiresAt } = received ?? invalid('file', 'is needed');
    return { upload: { id, filename, size, sha256, expiresAt } };
  }
}

function invalid(field: string, message: string): never {
  return refused('VALIDATION_ERROR', `${field}: ${message}`, [{ field, message }]);
}
