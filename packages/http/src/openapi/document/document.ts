import type { JsonSchema } from '../../contract/json-schema.ts';

/** Schemas and examples of a body, by media type. */
export type Content = Readonly<
  Record<
    string,
    {
      readonly schema?: JsonSchema;
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
    }
  >
>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description?: string;
  readonly style?: 'matrix';
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema: JsonSchema;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Content;
}

export interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

export interface Reference {
  readonly $ref: string;
}

/** Responses by status, `2XX` or `default`. */
export type Responses = Readonly<Record<string, ResponseObject | Reference>>;

/** The roles that are required, if any, by the name of the required scheme. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Responses;
  /** Alternative requirements, one of which is sufficient. */
  readonly security?: readonly SecurityRequirement[];
}

export type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
export type PathItem = Readonly<Partial<Record<HttpMethod, Operation>>>;

export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'apiKey'; readonly in: 'cookie'; readonly name: string };

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  /** Description in CommonMark. */
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

export interface ServerObject {
  /** Base URL of the paths, such as `https://example.org/api`. */
  readonly url: string;
  readonly description?: string;
}

/** An OpenAPI 3.1 document, as plain data. */
export interface OpenapiDocument {
  readonly openapi: '3.1.1';
  readonly info: Info;
  readonly servers?: readonly ServerObject[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly responses?: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
  readonly tags?: readonly { readonly name: string }[];
}
