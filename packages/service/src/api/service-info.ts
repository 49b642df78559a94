import { GET, Path } from '@writ/annotations';
import schema from '@writ/installer/schema.json' with { type: 'json' };
import type { MirrorChoice } from '../example.ts';
import { VERSION } from '../version.ts';
import type { TargetRules } from './target.ts';
import { Requires } from '../security/requires.ts';

/** The context that the command provides. */
export interface ServiceEnvironment {
  /** The initial configuration of the page, as JSON. */
  readonly example: string;
  /** Mirrors that the page offers. */
  readonly mirrors: readonly MirrorChoice[];
  /** Notices for the user, such as missing Debian packages. */
  readonly notices: readonly string[];
  /** Progress of the demonstration mirror while it is being built; absent if it is ready or not available. */
  readonly preparing?: string;
}

export interface ServiceAnswer extends TargetRules, Omit<ServiceEnvironment, 'example'> {
  readonly version: string;
}

/** Information for the page: settings of the service, the schema and the example. */
@Requires('view')
@Path('/api')
export class ServiceInfo {
  readonly #rules: TargetRules;
  readonly #environment: () => ServiceEnvironment;

  constructor(rules: TargetRules, environment: () => ServiceEnvironment) {
    this.#rules = rules;
    this.#environment = environment;
  }

  @GET('/service')
  info(): ServiceAnswer {
    const { example: _, ...answer } = this.#environment();
    return { version: VERSION, ...this.#rules, ...answer };
  }

  /** Returns the JSON Schema of a configuration, for editors. */
  @GET('/schema', { produces: 'application/schema+json' })
  schema(): object {
    return schema;
  }

  /** Returns the example as plain text, because the editor preserves its layout. */
  @GET('/example', { produces: 'text/plain' })
  example(): string {
    return this.#environment().example;
  }
}
