/** Publishes the progress of one request. */
export interface RequestObserver {
  /** Called when the route is known. */
  routed(): void;
  /** Called when status, headers and body are fixed. */
  answered(status: number): void;
  /** Called when an error was thrown. */
  failed(error: unknown): void;
}
