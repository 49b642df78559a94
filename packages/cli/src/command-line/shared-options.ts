export const formatOption = {
  format: {
    choices: ['text', 'json'],
    default: 'text',
    description: 'output format: human-readable text, or json',
    details:
      'For `convert`, this is the format of the findings; for `install`, the format of the plan that `--dry-run` prints.',
  },
} as const;

export const strictOption = {
  strict: { description: 'treat warnings as errors' },
} as const;

export const versionOption = {
  version: { short: 'V', description: 'print the version of writ' },
} as const;

/** The option by which servers and workers on the same machine find each other. */
export const hostOption = {
  host: {
    value: 'NAME',
    otherwise: 'a name derived from /etc/machine-id',
    description:
      'name of this machine: the same for all its servers and workers, and different from those of other machines',
    details: 'Workers run only the installations of servers with the same name.',
  },
} as const;

/** The option of commands that run installations. */
export const drainOption = {
  drain: {
    value: 'TIME',
    otherwise: 'none',
    description:
      'time for running installations to end after SIGTERM, from 1s to 24h; then they are interrupted, and can be continued',
    details:
      'No further installations start during this time. A second signal interrupts them at once, and a third one ends the process.',
  },
} as const;

/** The option of commands that log what they do. */
export const logFormatOption = {
  'log-format': {
    choices: ['text', 'json'],
    default: 'text',
    description: 'format of messages on standard error; with json, a server also logs each request',
    details: 'With `json`, each line is an object with `time`, `level` and `message`.',
  },
} as const;
