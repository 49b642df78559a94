const NAMES = ['NODE_COMPILE_CACHE', 'NODE_OPTIONS'] as const;

/** The variables that let Node start fast, for a process that inherits no others. */
export const nodeEnvironment: Readonly<Partial<Record<(typeof NAMES)[number], string>>> = Object.fromEntries(
  NAMES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
