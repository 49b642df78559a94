import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import { REQUEST_CHANNELS, type RequestMessage } from './request-events.ts';

/** The functions that receive the messages, by channel. */
export type RequestListeners = {
  readonly [K in keyof typeof REQUEST_CHANNELS]?: (message: RequestMessage) => void;
};

/**
 * Passes the requests of one toolkit to listeners, until the returned function is called. An error thrown by a
 * listener is logged and does not affect the request.
 */
export function subscribeToRequests(toolkit: ToolkitContext, listeners: RequestListeners): () => void {
  const subscriptions = Object.entries(listeners).map(([name, listener]) => {
    const channel = REQUEST_CHANNELS[name as keyof RequestListeners];
    const onMessage = (message: unknown): void => {
      const request = message as RequestMessage;
      if (request.context.toolkit !== toolkit) return;
      try {
        listener(request);
      } catch (error) {
        logFailure(toolkit, channel, error);
      }
    };
    subscribe(channel, onMessage);
    return () => unsubscribe(channel, onMessage);
  });
  return () => {
    for (const end of subscriptions) end();
  };
}

function logFailure({ logger }: ToolkitContext, channel: string, error: unknown): void {
  try {
    logger.error({ channel, error }, 'a request listener failed');
  } catch {
    // The logger may be the listener that failed.
  }
}
