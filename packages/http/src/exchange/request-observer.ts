/** Publishes the progress of one request. */
export interface RequestObserver {
  /** Called when the route is selected. */
  routed(): void;
  /** Called when status, headers and body are final. */
  answered(status: number): void;
  /** Called when an error is thrown. */
  failed(error: unknown): void;
}
