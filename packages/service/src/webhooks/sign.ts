import { createHmac } from 'node:crypto';

/** A webhook as sent. */
export interface Message {
  /** The same for every attempt, so that a receiver recognizes repetitions. */
  readonly id: string;
  /** The content as JSON. */
  readonly body: string;
}

/**
 * Returns the headers of a message according to Standard Webhooks: an HMAC-SHA256 of its id, the time and the body.
 *
 * @param time the time of the attempt; receivers reject old times, so that a recorded request cannot be replayed
 */
export function signatureHeaders({ id, body }: Message, key: Buffer, time: Date): Record<string, string> {
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
