import { filesOf, type Files, type FilesOptions } from './files/settings.ts';
import { stderrLogger, type Logger } from './logger.ts';
import type { Router } from './router.ts';
import type { Limits } from './route.ts';
import { Registries } from './scope/registry.ts';
import { createServer, type Server, type ServerOptions } from './server/server.ts';

/** The JSON mapper of all default readers and writers; replace it to change them all. */
export interface JsonMapper {
  parse(text: string): unknown;
  stringify(value: unknown): string | undefined;
}

export interface ToolkitOptions {
  readonly logger?: Logger;
  readonly json?: JsonMapper;
  readonly limits?: Limits;
  /** What `FileResponseWriter` serves, and how. */
  readonly files?: FilesOptions;
  /** Whether a front's registries for all toolkits stand behind this one's; true when not given. */
  readonly inherit?: boolean;
}

/** Limits with nothing left open but `time`, which is none unless set, and `form`. */
export interface DefaultLimits extends Limits {
  readonly body: number;
  readonly bodyTime: number;
  readonly names: number;
  readonly value: number;
  readonly provider: number;
}

/** What all routers and servers of an application share. There is no state outside of it. */
export class Toolkit {
  readonly logger: Logger;
  readonly json: JsonMapper;
  readonly limits: DefaultLimits;
  readonly files: Files;
  readonly inherit: boolean;
  readonly registries: Registries = new Registries();

  constructor(options: ToolkitOptions = {}) {
    this.logger = options.logger ?? stderrLogger;
    this.json = options.json ?? JSON;
    this.inherit = options.inherit ?? true;
    this.files = filesOf(options.files);
    this.limits = { body: 1024 * 1024, bodyTime: 30_000, names: 256, value: 8192, provider: 10_000, ...options.limits };
  }

  /** A `node:http` server for the router; `listen` starts it. Throws {@link StartupError} when the routes are wrong. */
  createServer(router: Router, options: ServerOptions = {}): Server {
    return createServer(router, options);
  }
}
