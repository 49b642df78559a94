import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInstallArguments, readPlanArguments } from './arguments.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'writ-distinct-')));
  mkdirSync(at('sub'));
  for (const name of ['a.json', 'other.json']) writeFileSync(at(name), '{}');
  writeFileSync(at('drives.json'), JSON.stringify({ harddrives: [at('t.img')] }));
  symlinkSync('a.json', at('link.json'));
  linkSync(at('a.json'), at('hard.json'));
  symlinkSync('t.img', at('link.img'));
  symlinkSync('.', at('here'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const argumentsOf = (options: Readonly<Record<string, string>>, config = 'other.json'): string[] => [
  at(config),
  ...Object.entries(options).map(([option, name]) => `--${option}=${name.startsWith('/') ? name : at(name)}`),
];

/** Different paths of one file: its name, a path through a folder, a path through a linked folder, and a link. */
const image = ['t.img', 'sub/../t.img', './t.img', 'here/t.img', 'link.img'];
const file = ['a.json', 'sub/../a.json', 'here/a.json', 'link.json', 'hard.json'];

describe('a file that is to be written and is also another argument is a usage error:', () => {
  it.each(image)('--events t.img --target %s', async (target) => {
    await expect(readInstallArguments(argumentsOf({ target, events: 't.img' }))).rejects.toThrow(
      /--events and --target are the same file|--target and --events are the same file/,
    );
  });

  it.each(['creds', 'facts', 'lock'].flatMap((option) => file.map((name) => [option, name] as const)))(
    '--%s %s and --target or --events a.json',
    async (option, name) => {
      for (const written of ['target', 'events']) {
        const given = readInstallArguments(argumentsOf({ [option]: name, [written]: 'a.json' }));
        await expect(given).rejects.toThrow(
          new RegExp(`(--${option}|--${written}) and .* are the same file`),
        );
      }
    },
  );

  it.each(file)('CONFIG a.json and --target or --events %s', async (name) => {
    await expect(readInstallArguments(argumentsOf({ target: name }, 'a.json'))).rejects.toThrow(
      /the same file/,
    );
    await expect(readPlanArguments(argumentsOf({ target: name }, 'a.json'))).rejects.toThrow(/the same file/);
    await expect(readInstallArguments(argumentsOf({ events: name }, 'a.json'))).rejects.toThrow(
      /the same file/,
    );
  });

  it('--events and a drive of the configuration', async () => {
    const events = argumentsOf({ events: 'link.img' }, 'drives.json');
    await expect(readInstallArguments(events)).rejects.toThrow(/harddrives and --events are the same file/);
    await expect(readInstallArguments([...events, `--target=${at('u.img')}`])).resolves.toBeDefined();
  });

  it('--events in the folder where the image is built', async () => {
    const given = readInstallArguments(argumentsOf({ target: 't.img', events: 't.img.writ/events' }));
    await expect(given).rejects.toThrow(/--events is in .*t\.img\.writ, where the image is built/);
  });
});

it('input files may be the same, and paths may be relative', async () => {
  const one = argumentsOf({ creds: 'other.json', target: 't.img', events: 'events.ndjson' });
  await expect(readInstallArguments(one)).resolves.toBeDefined();
  const streams = argumentsOf({ creds: '/dev/null', target: 't.img', events: '/dev/null' });
  await expect(readInstallArguments(streams)).resolves.toBeDefined();
  const events = relative(process.cwd(), at('t.img'));
  await expect(
    readInstallArguments([...argumentsOf({ target: 't.img' }), `--events=${events}`]),
  ).rejects.toThrow(/the same file/);
});
