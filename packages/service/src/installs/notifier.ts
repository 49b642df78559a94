/** Receives the notifications of one installation. */
export interface Subscription {
  /** Resolves at once if there was a notification since the last call, otherwise at the next one or when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void>;
  end(): void;
}

/** Wakes the readers of an installation. Notifications carry no data, so a slow reader does not occupy memory. */
export interface Notifier {
  notify(id: number): void;
  /** Wakes the readers of all installations, because changes may have been missed. */
  notifyAll(): void;
  /** Subscribe before reading, so that no change after the read is missed. */
  subscribe(id: number): Subscription;
}

/** @param poll milliseconds after which a reader is woken without a notification; default: never */
export function createNotifier(poll?: number): Notifier {
  const subscribers = new Map<number, Set<() => void>>();
  return {
    notify: (id) => {
      for (const callback of subscribers.get(id) ?? []) callback();
    },
    notifyAll: () => {
      for (const callbacks of subscribers.values()) for (const callback of callbacks) callback();
    },
    subscribe: (id) => {
      let next = Promise.withResolvers<void>();
      const callback = (): void => next.resolve();
      const callbacks = subscribers.get(id) ?? new Set();
      subscribers.set(id, callbacks.add(callback));
      return {
        wait: async (signal) => {
          const { promise } = next;
          const timer = poll === undefined ? undefined : setTimeout(callback, poll).unref();
          await orAborted(promise, signal);
          clearTimeout(timer);
          next = Promise.withResolvers();
        },
        end: () => {
          callbacks.delete(callback);
          if (callbacks.size === 0) subscribers.delete(id);
        },
      };
    },
  };
}

function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      signal.removeEventListener('abort', settle);
      resolve();
    };
    void promise.then(settle);
    if (signal.aborted) settle();
    else signal.addEventListener('abort', settle);
  });
}
