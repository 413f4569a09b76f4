import { Property, count, described, matching, text, time } from '../openapi/property';

class Upload {
  @Property(text)
  id!: string;

  @Property(text)
  filename!: string;

  @Property(described(count, 'Bytes.'))
  size!: number;

  @Property(matching(/^[0-9a-f]{64}$/))
  sha256!: string;

  @Property(time)
  expiresAt!: string;
}

export class UploadReceived {
  @Property(Upload)
  upload!: Upload;
}
