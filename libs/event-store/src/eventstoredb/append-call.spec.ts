import { EventEmitter, once } from 'node:events';
import { type ClientDuplexStream, status } from '@grpc/grpc-js';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import { type BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { AppendCall, SharedFault } from './append-call';
import { appendRequest } from './protocol';

/** A server that answers when the test says so. */
class FakeCall extends EventEmitter {
  readonly sent: { readonly id: string; readonly stream: string }[] = [];
  canceled = 0;

  write(request: BatchAppendReq): boolean {
    const stream = Buffer.from(request.getOptions()!.getStreamIdentifier()!.getStreamName_asU8()).toString();
    this.sent.push({ id: request.getCorrelationId()!.getString(), stream });
    this.emit('sent');
    return true;
  }

  cancel(): void {
    this.canceled += 1;
  }

  answer(stream: string, revision: number): void {
    const { id } = this.sent.find((each) => each.stream === stream)!;
    const numbers = new UUID.Structured();
    const [most, least] = [id.replaceAll('-', '').slice(0, 16), id.replaceAll('-', '').slice(16)].map((half) =>
      String(BigInt.asIntN(64, BigInt(`0x${half}`))),
    );
    this.emit(
      'data',
      new BatchAppendResp()
        .setCorrelationId(
          new UUID().setStructured(numbers.setMostSignificantBits(most!).setLeastSignificantBits(least!)),
        )
        .setSuccess(new BatchAppendResp.Success().setCurrentRevision(String(revision))),
    );
  }
}

describe('a call that carries appends', () => {
  let fake: FakeCall;
  let call: AppendCall;
  let over: number;
  let silences: EventEmitter;
  beforeEach(() => {
    fake = new FakeCall();
    over = 0;
    silences = new EventEmitter();
    call = new AppendCall(fake as unknown as ClientDuplexStream<BatchAppendReq, BatchAppendResp>, {
      suspicious: 4,
      onSilence: () => silences.emit('silence'),
      onOver: () => (over += 1),
    });
  });
  afterEach(() => call.cancel());

  const MINUTE = 60_000;
  const send = (stream: string, within = MINUTE) => {
    const answered = call.send(appendRequest(stream, [], 'any'), performance.now() + within);
    answered.catch(() => undefined); // looked at later
    return answered;
  };
  const revisionOf = async (answer: Promise<BatchAppendResp>) => (await answer).getSuccess()!.getCurrentRevision();

  it('gives each its own answer, in whatever order they come', async () => {
    const [one, two] = [send('one'), send('two')];
    fake.answer('two', 2);
    fake.answer('one', 1);
    expect([await revisionOf(one), await revisionOf(two)]).toEqual(['1', '2']);
    expect(call.isOpen).toBe(true);
  });

  it('breaks for all that wait, of which any may be done, and for no other', async () => {
    const [done, one, two] = [send('done'), send('one'), send('two')];
    fake.answer('done', 0);
    const fault = Object.assign(new Error('lost'), { code: status.UNAVAILABLE });
    fake.emit('error', fault);
    expect(await revisionOf(done)).toBe('0');
    for (const each of [one, two]) await expect(each).rejects.toBeInstanceOf(SharedFault);
    await expect(one).rejects.toMatchObject({ fault });
    expect([call.isOpen, over]).toEqual([false, 1]);
  });

  it('breaks with the very fault where it carries one: what the server says is said of that one', async () => {
    const one = send('one');
    const fault = Object.assign(new Error('not the leader'), { code: status.NOT_FOUND });
    fake.emit('error', fault);
    await expect(one).rejects.toBe(fault);
  });

  it('that the server ends is lost', async () => {
    const one = send('one');
    fake.emit('end');
    await expect(one).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(over).toBe(1);
  });

  it('takes no more once an answer was given up, and ends when the others have theirs', async () => {
    const [late, other] = [send('late', 1), send('other')];
    await expect(late).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    expect([call.isOpen, fake.canceled, over]).toEqual([false, 0, 0]);
    fake.answer('late', 7); // nobody waits for it
    fake.answer('other', 1);
    expect(await revisionOf(other)).toBe('1');
    expect([fake.canceled, over]).toEqual([1, 1]);
  });

  it('does not take the one that waits for the only one where another was given up', async () => {
    const [late, other] = [send('late', 1), send('other')];
    await expect(late).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    fake.emit('error', new Error('not the leader'));
    await expect(other).rejects.toBeInstanceOf(SharedFault);
  });

  it('tells again and again that an answer is overdue', async () => {
    const one = send('one');
    await once(silences, 'silence');
    await once(silences, 'silence');
    fake.answer('one', 1);
    expect(await revisionOf(one)).toBe('1');
  });

  it('ends for those that wait when it is canceled, once', async () => {
    const one = send('one');
    call.cancel();
    call.cancel();
    fake.emit('error', new Error('canceled'));
    await expect(one).rejects.toMatchObject({ code: status.CANCELLED });
    expect([fake.canceled, over]).toEqual([1, 1]);
  });
});
