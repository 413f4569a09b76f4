import type { EventStore } from '@assay/event-store';

/** Holds back appends of certain events, so that a test decides what a session in the middle of its work is doing. */
export interface AppendGate {
  hold(...types: string[]): void;
  /** Lets through what comes from now on, and keeps holding what has come. */
  holdNoMore(): void;
  open(): void;
  /** Resolves when something that is held has come. */
  readonly reached: Promise<void>;
  on(events: EventStore): EventStore;
}

export function appendGate(): AppendGate {
  let held: ReadonlySet<string> = new Set();
  let opened = Promise.resolve();
  let open = () => {};
  let reached = Promise.resolve();
  let reach = () => {};
  return {
    hold(...types) {
      held = new Set(types);
      opened = new Promise((resolve) => (open = resolve));
      reached = new Promise((resolve) => (reach = resolve));
    },
    holdNoMore() {
      held = new Set();
    },
    open() {
      held = new Set();
      open();
    },
    get reached() {
      return reached;
    },
    on: (events) =>
      new Proxy(events, {
        get(target, name) {
          const member = Reflect.get(target, name) as unknown;
          if (typeof member !== 'function') return member;
          if (name !== 'append') return member.bind(target);
          return async (...[stream, appended, options]: Parameters<EventStore['append']>) => {
            if (appended.some(({ type }) => held.has(type))) {
              reach();
              await opened;
            }
            return target.append(stream, appended, options);
          };
        },
      }),
  };
}
