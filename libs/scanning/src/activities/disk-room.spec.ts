import { DiskRoom } from './disk-room';

const MEGABYTE = 1024 * 1024;

describe('a disk with too little room', () => {
  /** A disk that has these megabytes at the first look, the second … */
  const roomOf = (floor: number, ...megabytes: number[]) => {
    const told: string[] = [];
    const beats: unknown[] = [];
    const controller = new AbortController();
    const looks: string[] = [];
    const room = new DiskRoom('/data/staging', floor, {
      free: async (folder) => (looks.push(folder), megabytes.shift()! * MEGABYTE),
      pass: async () => undefined,
    });
    const wait = () =>
      room.wait({ signal: controller.signal, heartbeat: (beat) => beats.push(beat) }, async (reason) =>
        told.push(reason),
      );
    return { wait, told, beats, looks, controller };
  };

  it('lets a target wait until there is room, and says why at each look', async () => {
    const { wait, told, beats, looks } = roomOf(500, 499, 0, 500);
    await wait();
    expect(looks).toEqual(['/data/staging', '/data/staging', '/data/staging']);
    expect(told).toHaveLength(2);
    expect(told[0]).toContain('less than 500 MB free: the target waits until there is room');
    expect(beats).toEqual([{ waitsFor: told[0] }, { waitsFor: told[0] }]);
  });

  it('does not hold up a target that is canceled', async () => {
    const { wait, controller, looks } = roomOf(500, 0, 0);
    controller.abort(new Error('canceled'));
    await expect(wait()).rejects.toThrow('canceled');
    expect(looks).toHaveLength(1);
  });

  it('is not looked at where nothing stays free', async () => {
    const { wait, looks } = roomOf(0);
    await wait();
    expect(looks).toEqual([]);
  });
});
