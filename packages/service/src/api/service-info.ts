import { readFileSync } from 'node:fs';
import { GET, Path } from '@writ/annotations';
import schema from '@writ/installer/schema.json' with { type: 'json' };
import type { MirrorChoice } from '../example.ts';
import type { TargetRules } from './target.ts';

/** What the service found around it. */
export interface ServiceEnvironment {
  /** The configuration that the page begins with. */
  readonly example: string;
  readonly mirrors: readonly MirrorChoice[];
  /** What a person should know before installing, such as Debian packages that are missing. */
  readonly notices: readonly string[];
  /** What is being made and not there yet, for people; absent when all is there. */
  readonly preparing?: string;
}

export interface ServiceAnswer extends TargetRules, Omit<ServiceEnvironment, 'example'> {
  readonly version: string;
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What the page has to know of its service. */
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
    return { version: manifest.version, ...this.#rules, ...answer };
  }

  /** What a configuration may hold, as JSON Schema: for editors. */
  @GET('/schema', { produces: 'application/schema+json' })
  schema(): object {
    return schema;
  }

  /** As text, since that is what is edited. */
  @GET('/example', { produces: 'text/plain' })
  example(): string {
    return this.#environment().example;
  }
}
