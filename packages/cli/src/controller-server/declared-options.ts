/** Of every command that loads controllers. */
export const prefixOption = {
  prefix: {
    value: 'MODULE',
    repeatable: true,
    variable: 'WRIT_PREFIX',
    otherwise: 'controllers, src/controllers or app/controllers',
    description: 'the module or folder that holds the controllers',
  },
} as const;

/** Of every command that serves controllers. */
export const servingOptions = {
  host: {
    value: 'HOST:PORT',
    default: 'localhost:8080',
    description: 'where to listen; port 0 takes a free one',
  },
  openapi: { description: 'describe what is served at /openapi.json, and for people at /reference' },
  'unhandled-rejections': {
    choices: ['log', 'throw'],
    default: 'log',
    description: 'what becomes of a promise that nothing handles: log, or throw, which ends the process',
    details: 'Of a promise that is rejected; with `log` the server continues.',
  },
} as const;
