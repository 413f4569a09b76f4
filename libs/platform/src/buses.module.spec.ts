import { type INestApplicationContext, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { type BusInterceptor, BusesModule } from './buses.module';

class Rename extends Command<string> {
  constructor(readonly name: string) {
    super();
  }
}

class Greet extends Query<string> {}

@CommandHandler(Rename)
class RenameHandler {
  execute = async ({ name }: Rename): Promise<string> => `renamed to ${name}`;
}

@QueryHandler(Greet)
class GreetHandler {
  execute = async (): Promise<string> => 'hello';
}

@Module({ providers: [RenameHandler] })
class Names {
  constructor(readonly commands: CommandBus) {}
}

@Module({ providers: [GreetHandler] })
class Greetings {
  constructor(readonly commands: CommandBus) {}
}

describe('the buses', () => {
  let app: INestApplicationContext;
  let seen: string[];

  const noting =
    (name: string): BusInterceptor =>
    async (message, next) => {
      seen.push(`${name} before ${message.constructor.name}`);
      const answer = await next();
      seen.push(`${name} after ${String(answer)}`);
      return answer;
    };

  beforeEach(async () => {
    seen = [];
    const buses = BusesModule.forRoot({ commands: [noting('outer'), noting('inner')], queries: [noting('query')] });
    app = await Test.createTestingModule({ imports: [buses, Names, Greetings] }).compile();
    await app.init();
  });
  afterEach(() => app.close());

  it('are one of each kind, whichever module asks', () => {
    expect(app.get(Names).commands).toBe(app.get(CommandBus));
    expect(app.get(Greetings).commands).toBe(app.get(CommandBus));
    expect(app.get(CommandBus, { each: true, strict: false })).toHaveLength(1);
    expect(app.get(QueryBus, { each: true, strict: false })).toHaveLength(1);
  });

  it('run their interceptors around each message, the outermost first', async () => {
    expect(await app.get(CommandBus).execute(new Rename('Ada'))).toBe('renamed to Ada');
    expect(seen).toEqual([
      'outer before Rename',
      'inner before Rename',
      'inner after renamed to Ada',
      'outer after renamed to Ada',
    ]);
  });

  it('have interceptors of their own', async () => {
    expect(await app.get(QueryBus).execute(new Greet())).toBe('hello');
    expect(seen).toEqual(['query before Greet', 'query after hello']);
  });
});
