import type {
  Content,
  OpenapiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  ResponseObject,
} from '../document/document.ts';
import { membersType, refType, schemaType, type TypeMember } from './schema-type.ts';

/** Options for {@link writeClient}. */
export interface WriteClientOptions {
  /** Whether to generate only the types, without the function that creates a client (default: false). */
  readonly typesOnly?: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Generates the TypeScript source of a typed client for openapi-fetch: the types `paths` and `components`, as
 * openapi-typescript defines them, and `createApiClient`.
 */
export function writeClient(
  document: OpenapiDocument,
  { typesOnly = false }: WriteClientOptions = {},
): string {
  const { paths, components = {}, servers = [] } = document;
  const pathMembers = Object.entries(paths).map(([name, item]) => ({ name, type: pathType(item) }));
  const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]): TypeMember => ({
    name,
    type: schemaType(schema, 2),
    description: schema['description'],
    deprecated: schema['deprecated'],
  }));
  const responses = Object.entries(components.responses ?? {}).map(([name, response]) => ({
    name,
    type: responseType(response, 2),
    description: response.description,
  }));
  const componentMembers = [
    { name: 'schemas', type: membersType(schemas, 1) },
    { name: 'responses', type: membersType(responses, 1) },
  ];
  const types = [
    `export interface paths ${membersType(pathMembers, 0)}`,
    `export interface components ${membersType(componentMembers, 0)}`,
  ];
  if (typesOnly) return `${types.join('\n\n')}\n`;
  const [server] = servers;
  const base = server === undefined ? '' : `baseUrl: ${JSON.stringify(server.url)}, `;
  return (
    [
      "import createClient, { type Client, type ClientOptions } from 'openapi-fetch';",
      ...types,
      [
        '/** Creates a client; `baseUrl` is the address of the API. */',
        'export function createApiClient(options: ClientOptions = {}): Client<paths> {',
        `  return createClient<paths>({ ${base}...options });`,
        '}',
      ].join('\n'),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function pathType(item: PathItem): string {
  const operations = METHODS.map((method): TypeMember => {
    const operation = item[method];
    if (operation === undefined) return { name: method, type: 'never', optional: true };
    const { summary, description = summary, deprecated } = operation;
    return { name: method, type: operationType(operation), description, deprecated };
  });
  return membersType([{ name: 'parameters', type: parametersType([], 2) }, ...operations], 1);
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const body: TypeMember =
    requestBody === undefined
      ? { name: 'requestBody', type: 'never', optional: true }
      : { name: 'requestBody', type: bodyType(requestBody), optional: !requestBody.required };
  const statuses = Object.entries(responses).map(([name, response]): TypeMember =>
    isReference(response)
      ? { name, type: refType(response.$ref) }
      : { name, type: responseType(response, 4), description: response.description },
  );
  const members = [
    { name: 'parameters', type: parametersType(parameters, 3) },
    body,
    { name: 'responses', type: membersType(statuses, 3) },
  ];
  return membersType(members, 2);
}

const PLACES = ['query', 'header', 'path', 'cookie'] as const;

function parametersType(parameters: readonly Parameter[], depth: number): string {
  const members = PLACES.map((place): TypeMember => {
    const inPlace = parameters.filter((each) => each.in === place);
    if (inPlace.length === 0) return { name: place, type: 'never', optional: true };
    const named = inPlace.map(({ name, required, schema, description }): TypeMember => {
      return { name, type: schemaType(schema, depth + 2), optional: !required, description };
    });
    return {
      name: place,
      type: membersType(named, depth + 1),
      optional: inPlace.every(({ required }) => !required),
    };
  });
  return membersType(members, depth);
}

function bodyType({ content }: RequestBody): string {
  return membersType([{ name: 'content', type: contentType(content, 4) }], 3);
}

function responseType({ headers = {}, content }: ResponseObject, depth: number): string {
  const names = Object.entries(headers).map(
    ([name, { schema, required = false, description }]): TypeMember => ({
      name,
      type: schemaType(schema, depth + 2),
      optional: !required,
      description,
    }),
  );
  const members: TypeMember[] = [
    {
      name: 'headers',
      type: `${names.length === 0 ? '' : `${membersType(names, depth + 1)} & `}{ [name: string]: unknown }`,
    },
    content === undefined
      ? { name: 'content', type: 'never', optional: true }
      : { name: 'content', type: contentType(content, depth + 1) },
  ];
  return membersType(members, depth);
}

function contentType(content: Content, depth: number): string {
  const members = Object.entries(content).map(([name, { schema = {} }]) => ({
    name,
    type: schemaType(schema, depth + 1),
  }));
  return membersType(members, depth);
}

function isReference(response: ResponseObject | Reference): response is Reference {
  return '$ref' in response;
}
