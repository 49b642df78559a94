import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const environment = { WRIT_DATABASE_URL: 'postgres://writ@db.example/writ' };

describe('the settings of writ worker', () => {
  it('have defaults, except for the database', () => {
    expect(readSettings(['--host', 'a'], environment)).toEqual({
      databaseUrl: 'postgres://writ@db.example/writ',
      host: 'a',
      images: join(homedir(), '.local/share/writ/images'),
      slots: 1,
      labels: {},
      devices: false,
      drain: 0,
      logsJson: false,
    });
  });

  it('are read from options and environment variables', () => {
    const argv = ['--slots', '8', '--label', 'rack=3', '--label', 'site=', '--host', 'a', '--allow-devices'];
    const more = { ...environment, WRIT_IMAGES: '/images', WRIT_SEAL_KEY_FILE: 'seal.key' };
    expect(readSettings(argv, more)).toMatchObject({
      images: '/images',
      slots: 8,
      labels: { rack: '3', site: '' },
      devices: true,
      sealKeyFile: join(process.cwd(), 'seal.key'),
    });
  });

  it.each([
    [['--slots', '0'], 'invalid --slots "0"'],
    [['--slots', '65'], 'invalid --slots "65"'],
    [['--slots', '1.5'], 'invalid --slots "1.5"'],
    [['--label', 'rack'], 'invalid --label "rack"'],
    [['--label', 'a b=c'], 'invalid --label "a b=c"'],
    [['--label', 'a=1', '--label', 'a=2'], 'the label a is passed twice'],
    [['--host', 'a b'], 'invalid --host'],
  ])('reject %j', (argv, message) => {
    expect(readSettings(['--host', 'a', ...argv], environment)).toEqual([expect.stringContaining(message)]);
  });

  it('require a PostgreSQL database, whose address is not quoted', () => {
    expect(readSettings(['--host', 'a'], {})).toEqual([expect.stringContaining('missing WRIT_DATABASE_URL')]);
    const problems = readSettings(['--host', 'a'], { WRIT_DATABASE_URL: 'mysql://me:canary@host/db' });
    expect(problems).toEqual([expect.stringMatching(/^invalid WRIT_DATABASE_URL(?!.*canary)/)]);
  });
});
