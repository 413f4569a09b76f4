// Preloaded into a service (`node --expose-gc -r`) that is soaked. Forces collections of garbage, and tells the parent
// of each, and of those that V8 makes by itself because the heap is idle. A native driver that frees its objects at a
// wrong moment aborts the process in one of them.
const { PerformanceObserver, constants } = require('node:perf_hooks');
const workerThreads = require('node:worker_threads');

const { NODE_PERFORMANCE_GC_MAJOR: MAJOR } = constants;
const { NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED, NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: IDLE } = constants;
/** Milliseconds between collections in a thread that does not hear the parent. */
const COLLECT_EVERY = 2_000;

const collections = new workerThreads.BroadcastChannel('soak-collections');

if (workerThreads.isMainThread) collectWhenTold();
else collectBeforeSleep();
// The service ends when it is done, not when this is.
collections.unref();

function collectWhenTold() {
  // Without a parent nobody counts any more.
  const report = (kind) => process.connected && process.send({ collected: kind });
  let fromTheLoop = false;
  process.on('message', (message) => {
    if (message !== 'collect') return;
    // By turns from the event loop with nothing on the stack, as V8's own are, and at once.
    fromTheLoop = !fromTheLoop;
    if (fromTheLoop) void gc({ execution: 'async' }).then(() => report('forced'));
    else {
      gc();
      report('forced');
    }
  });
  process.channel?.unref();

  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries())
      if (detail.kind === MAJOR && detail.flags & IDLE && !(detail.flags & FORCED)) report('idle');
  }).observe({ entryTypes: ['gc'] });
  collections.onmessage = ({ data }) => report(data);

  // A thread that says itself what it preloads inherits nothing. The event store is written in such a one.
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(file, options = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), '-r', __filename] });
    }
  };
}

/**
 * The thread that writes the event store has no event loop that would run: between writes it sleeps in Atomics.wait.
 */
function collectBeforeSleep() {
  const { wait } = Atomics;
  let next = 0;
  Atomics.wait = (...args) => {
    if (performance.now() >= next) {
      next = performance.now() + COLLECT_EVERY;
      gc();
      collections.postMessage('forced');
    }
    return wait(...args);
  };
}
