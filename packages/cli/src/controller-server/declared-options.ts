/** Options of all commands that load controllers. */
export const prefixOption = {
  prefix: {
    value: 'MODULE',
    repeatable: true,
    variable: 'WRIT_PREFIX',
    otherwise: 'controllers, src/controllers or app/controllers',
    description: 'module or folder of the controllers',
  },
} as const;

/** Options of all commands that serve controllers. */
export const servingOptions = {
  host: {
    value: 'HOST:PORT',
    default: 'localhost:8080',
    description: 'address to listen on; port 0 selects a free one',
  },
  openapi: { description: 'serve an OpenAPI document at /openapi.json and its page at /reference' },
  transport: {
    choices: ['node', 'fast'],
    default: 'node',
    description: 'serve with node:http, or with the faster HTTP/1.1 server on node:net',
    details: 'The guide on transports lists what `fast` does not support.',
  },
  'unhandled-rejections': {
    choices: ['log', 'throw'],
    default: 'log',
    description: 'log an unhandled promise rejection, or throw it, which ends the process',
    details: 'With `log` the server continues.',
  },
} as const;
