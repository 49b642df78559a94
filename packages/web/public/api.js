import { eventReader } from './event-stream.js';

const key = 'writ-token';

/** The one-time code of the address, which leaves it at once; undefined when there is none. */
export function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return code;
}

/** Exchanges a one-time code for the token, which this tab holds from then on. */
export async function exchangeCode(code) {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    cache: 'no-store',
  });
  if (!response.ok) throw await problemOf(response);
  holdToken((await response.json()).token);
}

export function holdToken(token) {
  sessionStorage.setItem(key, token);
}

export function hasToken() {
  return sessionStorage.getItem(key) !== null;
}

/** An answer other than success; `problem` is its RFC 9457 document. */
export class Problem extends Error {
  constructor(status, problem) {
    super(messageOf(problem) ?? `The service answered with status ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

function messageOf({ title, detail, errors = [] }) {
  const details = errors.slice(0, 3).map((error) => error.detail);
  const more = errors.length > 3 ? '…' : undefined;
  return (
    [errors.length > 0 ? title : (detail ?? title), ...details, more].filter(Boolean).join('\n') || undefined
  );
}

/** Sends a request with the token; gives the response when it is a success. */
export async function send(path, options = {}) {
  const token = sessionStorage.getItem(key);
  const headers = { ...options.headers, authorization: `Bearer ${token ?? ''}` };
  const response = await fetch(path, { ...options, headers, cache: 'no-store' });
  if (response.ok) return response;
  // Another token may have been entered meanwhile.
  if (response.status === 401 && sessionStorage.getItem(key) === token) sessionStorage.removeItem(key);
  throw await problemOf(response);
}

async function problemOf(response) {
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // Without a problem document the status has to do.
  }
  return new Problem(response.status, problem);
}

export async function getJson(path, options) {
  return (await send(path, options)).json();
}

export function postText(path, body, signal) {
  const headers = { 'content-type': 'text/plain;charset=utf-8' };
  return getJson(path, { method: 'POST', body, headers, signal });
}

export function postJson(path, value) {
  const headers = { 'content-type': 'application/json' };
  return getJson(path, { method: 'POST', body: JSON.stringify(value), headers });
}

/** Milliseconds that events are taken in one task of the browser; painting and input come between two. */
const slice = 25;

const nextTask = () =>
  globalThis.scheduler?.yield?.() ??
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/**
 * Gives each event of an installation to `take`, from the first on, until the one of type `end`; connects again when the
 * connection breaks, going on behind the last event.
 */
export async function follow(id, take, connected, signal) {
  let last = '';
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      const headers = last === '' ? {} : { 'last-event-id': last };
      const response = await send(`/api/installs/${id}/events`, { headers, signal });
      connected(true);
      if (response.status === 204) return;
      const read = eventReader();
      let since = performance.now();
      for await (const piece of texts(response.body)) {
        for (const event of read(piece)) {
          pause = 500;
          last = event.id;
          take(JSON.parse(event.data));
          if (event.type === 'end') return;
          if (performance.now() - since < slice) continue;
          await nextTask();
          if (signal.aborted) return;
          since = performance.now();
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.status < 500) throw error;
    }
    connected(false);
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}

async function* texts(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
