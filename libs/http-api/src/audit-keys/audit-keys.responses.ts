import { ApiSchema } from '@nestjs/swagger';
import { Property, described, exactly, listOf, text } from '../openapi/property';

class AuditKey {
  @Property(described(text, 'The first 16 hex digits of the SHA-256 of the public key.'))
  id!: string;

  @Property(exactly('Ed25519'))
  algorithm!: 'Ed25519';

  @Property(described(text, 'The 32 bytes of the public key (RFC 8032), in base64.'))
  publicKey!: string;
}

@ApiSchema({ name: 'AuditKeys' })
export class AuditKeysAnswer {
  @Property(listOf(AuditKey))
  keys!: readonly AuditKey[];
}
