/** Wakes those who follow an installation; carries no data, so that a slow reader costs nothing. */
export interface Changes {
  tell(id: number): void;
  /** Resolves at the next `tell`, when `signal` aborts, or after `limit` milliseconds: true only for a `tell`. */
  next(id: number, signal: AbortSignal, limit: number): Promise<boolean>;
}

export function createChanges(): Changes {
  const waiting = new Map<number, Set<() => void>>();
  return {
    tell: (id) => {
      const wake = waiting.get(id);
      waiting.delete(id);
      for (const one of wake ?? []) one();
    },
    next: (id, signal, limit) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve(false);
          return;
        }
        const settle = (told: boolean): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stopped);
          const others = waiting.get(id);
          others?.delete(woken);
          if (others?.size === 0) waiting.delete(id);
          resolve(told);
        };
        const woken = (): void => settle(true);
        const stopped = (): void => settle(false);
        const timer = setTimeout(stopped, limit);
        signal.addEventListener('abort', stopped);
        waiting.set(id, (waiting.get(id) ?? new Set()).add(woken));
      }),
  };
}
