import { type Schema, count, object, text, time } from '../openapi/schema';

export const uploadsSchemas: Readonly<Record<string, Schema>> = {
  UploadReceived: object({
    upload: object({
      id: text,
      filename: text,
      size: { ...count, description: 'Bytes.' },
      sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      expiresAt: time,
    }),
  }),
};
