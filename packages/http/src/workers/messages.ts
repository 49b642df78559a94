import { HttpError, type HttpErrorOptions } from '../errors/http-error.ts';
import { RestResponse } from '../exchange/rest-response.ts';
import type { WorkerCall } from '../contract/blocking.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly unhandledRejections: 'log' | 'throw';
}

/** A call as it is sent: with a number, by which it is answered. */
export interface NumberedCall extends WorkerCall {
  readonly id: number;
}

/** The reply to the call of that number. What the module itself posts is none, and must not pass for one. */
export interface Answer {
  readonly call: number;
  readonly reply: Reply;
}

/** The thread has imported the module of the call of that number, which begins now. */
export interface Ready {
  readonly ready: number;
}

/** A promise was rejected in the thread, and nothing there handled it. */
export interface Rejected {
  readonly rejected: Error;
}

/** The request of the call was cancelled. */
export interface Cancel {
  readonly kind: 'cancel';
  readonly reason: string;
}

/** What a call gave, in a form that structured cloning keeps. */
export type Reply =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'response'; readonly response: Pick<RestResponse, 'body' | 'status' | 'headers'> }
  | { readonly kind: 'error'; readonly error: unknown; readonly name: string | undefined }
  | { readonly kind: 'http-error'; readonly error: HttpErrorFields };

type HttpErrorFields = HttpErrorOptions & { readonly status: number; readonly stack?: string };

export function replyOf(value: unknown): Reply {
  if (!(value instanceof RestResponse)) return { kind: 'value', value };
  const { body, status, headers } = value;
  return { kind: 'response', response: { body, status, headers } };
}

export function errorReply(error: unknown): Reply {
  if (!(error instanceof HttpError)) {
    return { kind: 'error', error, name: error instanceof Error ? error.name : undefined };
  }
  const { status, code, title, detail, errors, extensions, headers, stack } = error;
  const all = { status, code, title, detail, errors, extensions, headers, stack };
  const known = Object.entries(all).filter(([, value]) => value !== undefined);
  return { kind: 'http-error', error: Object.fromEntries(known) as unknown as HttpErrorFields };
}

/** The value, or throws the error, of a reply. */
export function valueOf(reply: Reply): unknown {
  switch (reply.kind) {
    case 'value':
      return reply.value;
    case 'response': {
      const { body, status, headers } = reply.response;
      return new RestResponse(body, { status, headers });
    }
    case 'error': {
      const { error, name } = reply;
      // Cloning knows the errors of the language only, and makes others of them.
      if (error instanceof Error && name !== undefined) error.name = name;
      throw error;
    }
    case 'http-error': {
      const { status, stack, ...options } = reply.error;
      const error = new HttpError(status, options);
      if (stack !== undefined) error.stack = stack;
      throw error;
    }
  }
}
