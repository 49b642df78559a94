/** Publishes the progress of one request. */
export interface RequestObserver {
  /** Its route is found. */
  routed(): void;
  /** Status, headers and body are fixed. */
  answered(status: number): void;
  /** An error was thrown. */
  failed(error: unknown): void;
}
