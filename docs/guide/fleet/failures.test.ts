/** Checks that each row of the tables about failures is the subject of a test. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** The tests of each row: the file, and the titles of its tests. */
type Rows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const workers = 'e2e/fleet/workers.test.ts';
const guide = 'e2e/fleet/guide.test.ts';
const operation = 'e2e/fleet/operation.test.ts';
const batches = 'packages/service/src/batches.test.ts';
const agent = 'packages/cli/src/agent/agent.test.ts';
const service = 'e2e/service.test.ts';
const restored = 'packages/service/src/testing/describe-restored.ts';

const PAGES: Readonly<Record<string, Readonly<Record<string, Rows>>>> = {
  'docs/guide/fleet/workers.md': {
    'What stops': {
      'a worker that is killed': {
        [workers]: ['continues in another worker of its host after its worker was killed'],
        [guide]: [
          'an installation with the commands of the guide completes, although its server and its worker are killed',
        ],
      },
      'a worker that is stopped (SIGSTOP) or no longer responds': {
        [workers]: ['continues in another worker after its worker was stopped, which is killed before'],
        [guide]: [
          'an installation continues although its server and its worker are stopped, and the server continues later',
        ],
      },
      'a worker, after a signal': {
        [workers]: ['continues in another worker after its worker was asked to stop, which cleans up first'],
      },
      'a worker with `--drain`, after a signal': {
        [operation]: [
          'ends its installation and starts no other while it drains',
          'hands over its installation at the limit of its drain',
        ],
      },
      'all workers of a machine, or the machine': {
        [workers]: [
          'of a lost host is host-lost, is not run by other hosts, and continues when a worker returns',
          'of a lost host ends at once if it is cancelled, whether it was running or waiting',
        ],
      },
      'a server': {
        [workers]: [
          'continue a stream of events at another server, and answer a repeated request with the same installation',
        ],
        [guide]: [
          'an installation continues although its server and its worker are stopped, and the server continues later',
        ],
      },
      'the connections of servers and workers to the database': {
        [workers]: [
          'runs once and loses no events, although the connections of all processes are ended again and again',
        ],
      },
      'the database': {
        [workers]: [
          'keep an installation in its worker if its job is delivered again, and if the database is killed',
        ],
      },
      'the table in which servers count requests': {
        [operation]: [
          'servers count the requests of a token and registrations together, and in memory while the database cannot be used',
        ],
        'packages/service/src/security/rate-limits.test.ts': [
          'responds with 429 and Retry-After to a token with too many requests, but not to probes',
        ],
      },
      'the tables, because a newer version upgrades them': {
        [operation]: [
          'by an expansion lets a worker of the earlier version complete its installation, and keeps it from starting again',
          'by a contraction is refused while processes of the earlier version run, and changes nothing',
        ],
        'e2e/fleet/upgrade.test.ts': [
          'completes the installations of the earlier version, in its workers or in the new ones',
        ],
      },
      'the cluster, and a dump is restored into a new one': {
        [operation]: [
          'a dump is restored into a new cluster, where unfinished installations end before workers start',
        ],
        [restored]: [
          'contain no batch that continues, and no row that can be retried',
          'contain no work for agents, no network boot, and no unused token for a registration',
        ],
      },
      'two servers that receive a request for the same target': {
        [workers]: [
          'run as many installations as there are slots, one for each target, and interrupt cancelled ones',
          'continue a stream of events at another server, and answer a repeated request with the same installation',
        ],
      },
    },
  },
  'docs/guide/fleet/batches.md': {
    'What happens': {
      'the canary fails': {
        [batches]: ['stops if the canary fails, continues on request, and installs the failed rows again'],
      },
      'as many rows as `stopAfter` fail': {
        'packages/service/src/batches/next-step.test.ts': [
          'stops after the given number of failures, without those that a user has accepted',
          'waits for the rows that run before it ends',
        ],
      },
      'the service is killed, or its machine stops': {
        [batches]: ['a batch continues after the service was killed, and installs no row twice'],
        'packages/service/src/batches/next-step.test.ts': [
          'continues rows that were interrupted, at most four times',
        ],
      },
      'a worker is killed': {
        [workers]: ['continues in another worker of its host after its worker was killed'],
      },
      'the plan of a row has changed': {
        [batches]: ['refuses a row whose plan has changed since the batch was confirmed'],
      },
      "another installation has the row's target": {
        [batches]: ['records why a row cannot be installed if another installation has its target'],
      },
    },
  },
  'docs/guide/fleet/machines.md': {
    'What stops': {
      'the connection, or the service': {
        [agent]: ['repeats requests while the service does not respond, and loses no event'],
      },
      'the agent, killed or interrupted': {
        [agent]: [
          'during its work resumes the work with its numbers of events',
          'by a signal stops its work, which it resumes without a report',
        ],
      },
      'the machine': {
        'packages/service/src/testing/describe-nodes.ts': [
          'are lost after a while without a heartbeat',
          'lose their approval and their work when another agent registers, which a working agent prevents',
        ],
      },
    },
  },
  'docs/guide/fleet/operation.md': {
    Command: {
      '`writ serve`': {
        [service]: [
          'runs queued installations, resumes running ones, requests secrets and retains completed ones after its restart',
        ],
      },
      '`writ serve --drain 10m`': {
        [service]: [
          'lets the running installation end after SIGTERM, refuses new ones, and runs the waiting one after its restart',
          'interrupts the running installation at a second SIGTERM, and can resume it after its restart',
        ],
      },
      '`writ serve --workers`': {
        [guide]: [
          'an installation with the commands of the guide completes, although its server and its worker are killed',
        ],
        [workers]: [
          'continue a stream of events at another server, and answer a repeated request with the same installation',
        ],
      },
      '`writ worker`': {
        [workers]: ['continues in another worker after its worker was asked to stop, which cleans up first'],
      },
      '`writ worker --drain 10m`': {
        [operation]: [
          'ends its installation and starts no other while it drains',
          'hands over its installation at the limit of its drain',
        ],
      },
    },
  },
};

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Returns the first cells of the rows of a table, which begins with a header. */
function readRows(page: string, header: string): string[] {
  const lines = read(page).split('\n');
  const start = lines.findIndex((line) => cellOf(line) === header);
  expect(start, `the table "${header}" in ${page}`).toBeGreaterThan(0);
  const rows = lines.slice(start + 2);
  return rows.slice(0, rows.indexOf('')).map((line) => cellOf(line)!);
}

function cellOf(line: string): string | undefined {
  return /^\| +(.+?) +\|/.exec(line)?.[1];
}

describe.each(
  Object.entries(PAGES).flatMap(([page, tables]) =>
    Object.entries(tables).map(([header, rows]) => ({ page, header, rows })),
  ),
)('the table "$header" in $page', ({ page, header, rows }) => {
  it('consists of rows that are the subjects of tests', () => {
    expect(readRows(page, header)).toEqual(Object.keys(rows));
    for (const tests of Object.values(rows)) {
      for (const [file, titles] of Object.entries(tests)) {
        const text = read(file);
        for (const title of titles) expect(text, `${file}: ${title}`).toContain(`'${title}'`);
      }
    }
  });
});
