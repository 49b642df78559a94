/** Wakes the readers of an installation. Notifications carry no data, so a slow reader does not occupy memory. */
export interface Notifier {
  notify(id: number): void;
  /** Resolves at the next `notify`, or when `signal` aborts. */
  wait(id: number, signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  const waiting = new Map<number, Set<() => void>>();
  return {
    notify: (id) => {
      const callbacks = waiting.get(id);
      waiting.delete(id);
      for (const callback of callbacks ?? []) callback();
    },
    wait: (id, signal) =>
      new Promise((resolve) => {
        const settle = (): void => {
          signal.removeEventListener('abort', settle);
          const others = waiting.get(id);
          others?.delete(settle);
          if (others?.size === 0) waiting.delete(id);
          resolve();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener('abort', settle);
        waiting.set(id, (waiting.get(id) ?? new Set()).add(settle));
      }),
  };
}
