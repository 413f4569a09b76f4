import { Controller, Get } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { Answers } from './decorators';
import {
  Property,
  count,
  described,
  exactly,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
} from './property';

class Part {
  @Property(exactly(true))
  whole!: true;
}

class Thing {
  @Property(text)
  name!: string;

  @Property(orNull(text))
  note!: string | null;

  @Property(optional(described(count, 'How many.')))
  amount?: number;

  @Property(oneOf(['small', 'large']))
  size!: 'small' | 'large';

  @Property(Part)
  part!: Part;

  @Property(orNull(Part))
  spare!: Part | null;

  @Property(listOf(Part))
  parts!: readonly Part[];

  @Property(mapOf(Part))
  byName!: Readonly<Record<string, Part>>;

  @Property(recordOf(['red', 'blue'], count))
  colours!: Readonly<Record<'red' | 'blue', number>>;
}

@Controller('things')
class Things {
  @Answers(200, Thing, 'One of them.')
  @Get()
  get(): Thing {
    return new Thing();
  }
}

describe('response classes', () => {
  it('are documented as their properties say', async () => {
    const module = await Test.createTestingModule({ controllers: [Things] }).compile();
    const app = module.createNestApplication(new FastifyAdapter());
    const { components, paths } = SwaggerModule.createDocument(
      app,
      new DocumentBuilder().setOpenAPIVersion('3.1.0').build(),
    );
    const part = { $ref: '#/components/schemas/Part' };
    expect(paths['/things']?.get?.responses['200']).toEqual({
      description: 'One of them.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    });
    expect(components?.schemas).toMatchObject({
      Part: { type: 'object', properties: { whole: { type: 'boolean', const: true } }, required: ['whole'] },
      Thing: {
        type: 'object',
        required: ['name', 'note', 'size', 'part', 'spare', 'parts', 'byName', 'colours'],
        properties: {
          name: { type: 'string' },
          note: { type: ['string', 'null'] },
          amount: { type: 'integer', minimum: 0, description: 'How many.' },
          size: { type: 'string', enum: ['small', 'large'] },
          part,
          spare: { anyOf: [part, { type: 'null' }] },
          parts: { type: 'array', items: part },
          byName: { type: 'object', additionalProperties: part },
          colours: {
            type: 'object',
            properties: { red: { type: 'integer', minimum: 0 }, blue: { type: 'integer', minimum: 0 } },
            required: ['red', 'blue'],
          },
        },
      },
    });
  });
});
