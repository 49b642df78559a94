import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RoutingContext } from '../contract/context.ts';
import { HttpRequest } from '../contract/http-request.ts';
import { HttpResponse } from '../contract/http-response.ts';
import { flatten, labelOf } from '../binding/binding-rules.ts';
import type { Registries } from '../contract/registry.ts';
import type { Route } from '../contract/route.ts';
import { nameOf, type Finding } from '../report/findings.ts';
import { FileUpload } from '../contract/file-upload.ts';
import type { Blocking } from '../contract/blocking.ts';
import { threadEntry, workerThreads } from '../workers/thread-entry.ts';

/** What belongs to the thread of the request, and to no other. */
const BOUND: ReadonlySet<unknown> = new Set([
  HttpRequest,
  HttpResponse,
  RoutingContext,
  FileUpload,
  ReadableStream,
]);

/** What keeps a route from running in a worker thread. */
export function checkBlocking(
  route: Route,
  registries: Registries,
  report: (finding: Finding) => void,
): void {
  const { blocking } = route;
  if (blocking === undefined) return;
  const problem = (message: string, hint: string, origin = route.origin): void =>
    report({ code: 'W2051', severity: 'error', message: `${nameOf(route)}: ${message}`, hint, origin });
  const wrong = missingThreads() ?? problemOf(blocking);
  if (wrong !== undefined) problem(...wrong);
  for (const binding of flatten(route.bindings)) {
    if (!('type' in binding)) continue;
    const type = innermost(binding.type);
    if (!BOUND.has(type) && registries.contextObject(type) === undefined) continue;
    const message = `${labelOf(binding)} cannot go to a worker thread: it belongs to the request`;
    problem(
      message,
      'bind the values that it needs; an AbortSignal may be bound',
      binding.origin ?? route.origin,
    );
  }
}

function missingThreads(): readonly [string, string] | undefined {
  if (workerThreads() === undefined) {
    return ['this runtime has no worker threads', 'take `blocking` away, or serve the route on Node.js'];
  }
  if (threadEntry() !== undefined) return undefined;
  return [
    'a worker thread runs a file of @writ/http, which a bundle does not hold',
    'leave @writ/http out of the bundle: name it as external, and install it where the bundle runs',
  ];
}

function problemOf({ module, name }: Blocking): readonly [string, string] | undefined {
  const hint = 'write import.meta.url in the module that exports it';
  const shown = JSON.stringify(module);
  if (!URL.canParse(module)) return [`${shown} is no URL of a module`, hint];
  if (module.startsWith('file:') && !existsSync(fileURLToPath(module))) {
    return [`there is no module ${shown}`, hint];
  }
  if (typeof name !== 'string' || name === '') {
    return [
      'a worker thread finds it by the name of its export, which is empty',
      'name the class and export it',
    ];
  }
  return undefined;
}

function innermost(type: unknown): unknown {
  const { of } = Object(type) as { readonly of?: unknown };
  return typeof type === 'object' && type !== null && of !== undefined ? innermost(of) : type;
}
