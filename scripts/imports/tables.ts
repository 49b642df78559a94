import type { ImportTables } from './check.ts';

/** What docs/architecture.md draws. */
export const tables: ImportTables = {
  packages: {
    diagnostics: [],
    http: ['diagnostics'],
    source: ['diagnostics', 'http'],
    annotations: ['diagnostics', 'http', 'source'],
    controllers: ['diagnostics', 'http', 'source'],
    installer: ['diagnostics'],
    mirror: [],
    web: [],
    service: ['annotations', 'controllers', 'diagnostics', 'http', 'installer', 'web'],
    cli: ['annotations', 'controllers', 'diagnostics', 'http', 'installer', 'mirror', 'service'],
  },
  unsorted: ['controllers', 'installer', 'service'],
  floors: {
    http: [
      ['errors', 'report', 'internal'],
      ['protocol'],
      ['contract'],
      ['types', 'routing'],
      ['exchange', 'address'],
      ['binding', 'writing', 'policies', 'workers', 'observe'],
      ['plan'],
      ['pipeline', 'inspect', 'openapi'],
      ['server'],
      [['router.ts', 'toolkit.ts', 'startup-tasks.ts', 'handle.ts']],
      ['index.ts'],
      ['testing'],
    ],
    annotations: [
      ['recording', 'findings'],
      ['injection', 'recorded'],
      ['reading', 'source'],
      ['components', 'loader'],
      ['collect'],
      ['decorators', 'registration', 'address'],
      ['index.ts', 'register.ts', 'bundler.ts'],
    ],
  },
};
