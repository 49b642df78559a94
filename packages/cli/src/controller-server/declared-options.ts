/** The option of all commands that load controllers. */
export const prefixOption = {
  prefix: {
    value: 'MODULE',
    repeatable: true,
    variable: 'WRIT_PREFIX',
    otherwise: 'controllers, src/controllers or app/controllers',
    description: 'module or folder that contains the controllers',
    details: 'See [prefixes](guide/controllers/prefixes.md).',
  },
} as const;

/** Not an option of `writ dev`, which always validates responses. */
export const validationOption = {
  'validate-responses': {
    description: 'respond with 500 if a result does not match its declared type, and log the differences',
  },
} as const;

/** Not an option of the default command, but of `writ dev`, which passes it to its worker. */
export const diagnosticsOption = {
  diagnostics: {
    description: "print each start-up finding on one line, for an editor's problem matcher",
    details: 'The [guide](guide/controllers/command.md#findings-in-the-editor) shows a VS Code task for it.',
  },
} as const;

/** Options of all commands that serve controllers. */
export const servingOptions = {
  host: {
    value: 'HOST:PORT',
    default: 'localhost:8080',
    description: 'address to listen on; port 0 selects a free one',
    details: 'Without a port, 8080 is used.',
  },
  openapi: { description: 'serve an OpenAPI document at /openapi.json and a reference page at /reference' },
  transport: {
    choices: ['fast', 'node'],
    otherwise: 'fast',
    description: "serve with Writ's HTTP/1.1 server, or with node:http",
    details: 'The [guide to transports](guide/transports.md) describes the differences.',
  },
  'unhandled-rejections': {
    choices: ['log', 'throw'],
    default: 'log',
    description: 'log an unhandled promise rejection, or throw it, which ends the process',
    details: 'With `log`, the server keeps running.',
  },
} as const;
