/** Tests that secrets in every possible location of a configuration appear only as a hash in /etc/shadow. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { buildMirror, serveMirror, type MirrorServer, type FaultInjector } from '@writ/mirror';
import { createService, distributionMirror } from '@writ/service';
import { readImage } from './compare-image.ts';
import { killedAt, type Moment } from './kill-at.ts';
import {
  filesShowing,
  secretsIn,
  planted,
  plantedConfiguration,
  plantedCredentials,
  salt,
  sampleSecrets,
  secretsShownIn,
} from './planted.ts';
import { waitForRelease } from './resume.ts';

const writ = resolve(fileURLToPath(import.meta.url), '../../packages/cli/bin/writ.js');
const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-secrets-'));
const cache = join(folder, 'cache');
const config = join(folder, 'machine.json');
const creds = join(folder, 'creds.json');
const given = [config, '--creds', creds];
let root: string;
let mirror: MirrorServer;
/** Number of requests with a login. */
let welcomed = 0;

const asksForLogin: FaultInjector = (_path, request, response) => {
  const login = Buffer.from(`mirror:${planted.mirror}`).toString('base64');
  if (request.headers.authorization === `Basic ${login}`) {
    welcomed += 1;
    return false;
  }
  response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
  return true;
};

beforeAll(async () => {
  ({ root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) }));
  mirror = await serveMirror(root, { injectFault: asksForLogin });
  writeFileSync(config, plantedConfiguration(mirror.address), { mode: 0o600 });
  writeFileSync(creds, plantedCredentials, { mode: 0o600 });
});

afterAll(async () => {
  await mirror?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and error. */
  readonly said: string;
  readonly events: readonly InstallEvent[];
  /** Command lines and environments of processes that contain a secret, one per line. */
  readonly processes: ReadonlySet<string>;
}

/** Runs `writ` and samples all processes that start during the run. */
function run(
  argv: readonly string[],
  { killed, packages = cache }: { killed?: Moment; packages?: string } = {},
): Promise<Ran> {
  const processes = new Set<string>();
  const sampler = sampleSecrets(processes);
  const child = spawn(process.execPath, [writ, ...argv], {
    env: { ...process.env, WRIT_CACHE: packages, ...(killed === undefined ? {} : killedAt(killed)) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 5 * 60_000,
  });
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (status, signal) => {
      sampler[Symbol.dispose]();
      const lines = output.split('\n').filter((line) => line.startsWith('{"number"'));
      const events = lines
        .slice(0, signal === null ? undefined : -1)
        .map((line) => JSON.parse(line) as InstallEvent);
      done({ status, signal, said: output + errors, events, processes });
    });
  });
}

/** Arguments with consent, and with events on standard output. */
function installing(file: string, target: string, ...more: string[]): string[] {
  const agreed = ['--advanced', '--image-size', '2G', '--yes', '--events', '-'];
  return ['install', file, '--creds', creds, '--target', target, ...agreed, ...more];
}

function expectSilent({ said, processes }: Ran): void {
  expect(secretsShownIn(said)).toEqual([]);
  expect([...processes].filter((line) => line.startsWith('LEAK'))).toEqual([]);
}

/** Checks that the image contains no secret except for the one hash in its password files. */
async function expectOnlyTheHash(image: string, into: string): Promise<void> {
  const content = readImage(image, into);
  expect(await filesShowing(into)).toEqual(
    ['/etc/shadow', '/etc/shadow-']
      .filter((path) => content.files.has(path))
      .filter(
        (path) =>
          path === '/etc/shadow' || secretsShownIn(readFileSync(content.copyOf(path), 'utf8')).length > 0,
      )
      .map((path) => [content.copyOf(path), [salt]]),
  );
  expect(await secretsIn(image)).toEqual([salt]);
  expect(readFileSync(content.copyOf('/etc/shadow'), 'utf8')).toContain(`eve:${planted.hash}:`);
  expect(readFileSync(content.copyOf('/etc/empty'), 'utf8')).toBe('');
}

describe('a command that only reads', () => {
  const commands: string[][] = [
    ['check', config],
    ['check', ...given, '--format', 'json'],
    ['check', ...given, '--strict'],
    ['plan', ...given, '--target', join(folder, 'no.img')],
    ['plan', ...given, '--target', join(folder, 'no.img'), '--format', 'json'],
    ['install', ...given, '--target', join(folder, 'no.img'), '--dry-run'],
    ['install', ...given, '--target', join(folder, 'no.img'), '--dry-run', '--format', 'json'],
    ['convert', config],
    ...['!root-password', '!users', 'mirror-region', 'custom-commands', 'nothing'].map((key) => [
      'schema',
      'explain',
      key,
    ]),
  ];

  it.each(commands.map((argv) => [argv.map((word) => word.replace(folder, '')).join(' '), argv] as const))(
    'shows no secret: writ %s',
    (_words, argv) => {
      const { stdout, stderr } = spawnSync(process.execPath, [writ, ...argv], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(stdout + stderr).not.toBe('');
      // The output of convert is a configuration that contains secrets on purpose.
      expect(secretsShownIn(argv[0] === 'convert' ? stderr : stdout + stderr)).toEqual([]);
    },
  );

  it.each([
    ['an additional comma', (text: string) => text.replaceAll('",\n', '",,\n')],
    ['missing quotes', (text: string) => text.replaceAll(/"(Zq7)/g, '$1')],
    [
      'numbers instead of strings',
      (text: string) => text.replaceAll(/"(!password|kernels)": /g, '"$1": 5, "x": '),
    ],
    [
      'misspelt keys',
      (text: string) => text.replaceAll('!password', 'paswsord').replaceAll('!users', '!user'),
    ],
    ['a truncated file', (text: string) => text.slice(0, text.indexOf('custom-commands') - 3)],
  ])('reports the errors of a configuration without secrets: %s', (_what, spoil) => {
    const file = join(mkdtempSync(join(folder, 'faulty-')), 'machine.json');
    writeFileSync(file, spoil(readFileSync(config, 'utf8')));
    for (const format of ['text', 'json']) {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [writ, 'check', file, '--format', format],
        {
          encoding: 'utf8',
          timeout: 60_000,
        },
      );
      expect([0, 1]).toContain(status);
      expect(secretsShownIn(stdout + stderr)).toEqual([]);
    }
  });
});

describe('an installation', () => {
  const target = join(folder, 'disk.img');

  /** Moments of kills; each run resumes the previous one. */
  const moments: readonly (readonly [name: string, moment: Moment])[] = [
    ['while a password is set', { argument: 'chpasswd', when: 50 }],
    ['when the tree is complete', { record: 'start', operation: 'image-root', when: 'after' }],
    ['while the file system is created', { argument: 'mkfs.ext4', when: 60 }],
    ['while the tree is removed', { argument: '--one-file-system', when: 40 }],
  ];
  let runs = 0;
  const processes = new Set<string>();

  it.each(moments)(
    'leaves no secret behind after a kill %s, except for the hash in the image and the tree',
    async (_name, moment) => {
      const more = runs === 0 ? [] : ['--resume', '--rerun-command'];
      runs += 1;
      const killed = await run(installing(config, target, ...more), { killed: moment });
      expect(killed.signal, killed.said).toBe('SIGKILL');
      expectSilent(killed);
      for (const line of killed.processes) processes.add(line);
      await waitForRelease(target);
      const staging = `${target}.writ`;
      const left = (await filesShowing(staging)).map(([path, secrets]) => [
        path.slice(staging.length),
        ...secrets,
      ]);
      // Programs that set a password first write a temporary password file.
      const allowed = /^\/(?:tree\/etc\/[^/]*shadow[^/]*|new\.img)$/;
      expect(left.filter(([path = '']) => !allowed.test(path))).toEqual([]);
      for (const [path, ...secrets] of left) expect([path, ...secrets]).toEqual([path, salt]);
      if ('record' in moment) expect(left).toContainEqual(['/tree/etc/shadow', salt]);
    },
  );

  it('reveals no secret in output, events, processes and environments, and stores only the hash', async () => {
    const ran = await run(installing(config, target, '--resume', '--rerun-command'));
    expect(ran.status, ran.said).toBe(0);
    expectSilent(ran);
    const sampled = [...processes, ...ran.processes].join('\n');
    for (const program of [writ, 'mkfs.ext4']) expect(sampled).toContain(program);
    expect(welcomed).toBeGreaterThan(0);
    await expectOnlyTheHash(target, join(folder, 'content'));
    expect(await filesShowing(cache)).toEqual([]);
  });
});

describe('an installation that fails', () => {
  const failing = async (name: string, text: string): Promise<Ran> => {
    const place = join(folder, name);
    mkdirSync(place);
    writeFileSync(join(place, 'machine.json'), text, { mode: 0o600 });
    const ran = await run(installing(join(place, 'machine.json'), join(place, 'disk.img')));
    expectSilent(ran);
    expect(
      (await filesShowing(place)).filter(
        ([path, secrets]) => !path.endsWith('/machine.json') && secrets.join('') !== salt,
      ),
    ).toEqual([]);
    return ran;
  };

  it('reveals no secret if a command prints all data that it can read', async () => {
    const word = planted.root.replaceAll("'", `'\\''`);
    const text = plantedConfiguration(mirror.address, {
      'custom-commands': [
        `echo "it began"; set; env; cat /proc/$$/cmdline /proc/$$/environ; echo '${word}'; echo '${word}' | base64 -w0;
         cat /etc/shadow; echo 'https://git:${planted.token}@host/' >&2; exit 9`,
      ],
    });
    const ran = await failing('command', text);
    expect(ran.status, ran.said).toBe(4);
    expect(ran.said).toContain('it began');
    expect(ran.said).toContain('exited with status 9');
    // Writ must not print hashes that chpasswd creates either.
    expect(ran.said).not.toMatch(/\$(y|6)\$/);
    expect(ran.said).toContain('root:[redacted]:');
  });

  it.each([
    ['if a mirror is unreachable', 'http://127.0.0.1:9/$repo/os/$arch'],
    ['if a mirror has an unknown host name', 'http://no-such-host.invalid/$repo/os/$arch'],
  ])('reveals no secret %s', async (what, address) => {
    const ran = await failing(what.replaceAll(' ', '-'), plantedConfiguration(address));
    expect(ran.status, ran.said).toBe(3);
    expect(ran.said).toContain(new URL(address).hostname);
  });

  it('reveals no secret if a mirror has lost its packages', async () => {
    const lost = await serveMirror(root, {
      injectFault: (path, ...rest) => {
        if (asksForLogin(path, ...rest) === true) return true;
        if (!path.includes('.pkg.tar.')) return false;
        rest[1].writeHead(404).end();
        return true;
      },
    });
    const place = mkdtempSync(join(folder, 'lost-'));
    writeFileSync(join(place, 'machine.json'), plantedConfiguration(lost.address), { mode: 0o600 });
    const ran = await run(installing(join(place, 'machine.json'), join(place, 'disk.img')), {
      packages: join(place, 'cache'),
    }).finally(() => lost.close());
    expect(ran.status, ran.said).toBe(3);
    expect(ran.said).toContain('404');
    expectSilent(ran);
    expect((await filesShowing(place)).filter(([path]) => !path.endsWith('/machine.json'))).toEqual([]);
  });
});

describe('the service', () => {
  it('reveals no secret in responses, events, records and log', async () => {
    process.env['WRIT_CACHE'] = cache;
    const token = 'a-token-of-the-test-with-enough-letters';
    const logged: string[] = [];
    const log = (data: object, message: string): unknown => logged.push(`${message} ${JSON.stringify(data)}`);
    const [state, images] = [join(folder, 'state'), join(folder, 'images')];
    const service = await createService({
      state,
      images,
      token,
      environment: () => ({ example: '{}', mirrors: [distributionMirror], notices: [] }),
      logger: { debug: log, info: log, warn: log, error: log },
    });
    const server = service.toolkit.createServer(service.router);
    const processes = new Set<string>();
    using _sampler = sampleSecrets(processes);
    const answers: string[] = [];
    try {
      const { url } = await server.listen(0, '127.0.0.1');
      const ask = async (path: string, body?: unknown, type = 'application/json'): Promise<string> => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const headers = { authorization: `Bearer ${token}`, 'content-type': type };
        const init = body === undefined ? { headers } : { headers, method: 'POST', body: text };
        const answer = await (await fetch(`${url}${path}`, init)).text();
        answers.push(answer);
        return answer;
      };
      const everything = { ...JSON.parse(plantedConfiguration(mirror.address)) } as Record<string, unknown>;
      // The service accepts a single file, which contains the credentials.
      everything['!users'] = [
        { username: 'ada', '!password': planted.ada },
        { username: 'eve', '!password': planted.hash },
      ];
      everything['custom-commands'] = (everything['custom-commands'] as unknown[]).slice(0, 3);
      const configuration = JSON.stringify(everything, null, 2);
      expect(await ask('/api/check', configuration, 'text/plain')).toContain('"valid":true');
      await ask('/api/check', configuration.replaceAll('",\n', '",,\n'), 'text/plain');
      await ask('/api/plan?image=disk.img', configuration, 'text/plain');
      // The service hashes the image, including its holes.
      const asked = { configuration, image: 'disk.img', imageSize: 1.5 * 1024 ** 3, advanced: true };
      const { digest: planSha256 } = JSON.parse(await ask('/api/installs/plan', asked)) as { digest: string };
      const begun = JSON.parse(await ask('/api/installs', { ...asked, planSha256 })) as { id: number };
      const events = await ask(`/api/installs/${begun.id}/events`);
      expect(events).toContain('"state":"done"');
      expect(await ask(`/api/installs/${begun.id}`)).toContain('••••••••');
      await ask('/api/installs');
      await ask('/api/installs', {
        configuration: configuration.replace('"linux"', '"linus"'),
        image: 'b.img',
      });
      expect(answers.flatMap(secretsShownIn)).toEqual([]);
      expect(secretsShownIn(logged.join('\n'))).toEqual([]);
      expect(await filesShowing(state)).toEqual([]);
      expect([...processes].filter((line) => line.startsWith('LEAK'))).toEqual([]);
      await expectOnlyTheHash(join(images, 'disk.img'), join(folder, 'of-the-service'));
    } finally {
      delete process.env['WRIT_CACHE'];
      await service.stop(30_000);
      await server.close({ timeout: 2000 });
      await service.release();
    }
  });
});
