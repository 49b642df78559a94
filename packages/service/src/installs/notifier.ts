/** Wakes those who follow an installation; carries no data, so that a slow reader costs nothing. */
export interface Notifier {
  notify(id: number): void;
  /** Resolves at the next `tell`, or when `signal` aborts. */
  wait(id: number, signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  const waiting = new Map<number, Set<() => void>>();
  return {
    notify: (id) => {
      const wake = waiting.get(id);
      waiting.delete(id);
      for (const one of wake ?? []) one();
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
