import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ConsoleFilter } from './machines/console-filter.ts';
import { machineArguments } from './machines/qemu.ts';
import type { MachinesOptions } from './machines/machines.ts';
import type { ServiceOptions } from './service-types.ts';
import { newResult, temporaryFolder } from './testing/fakes.ts';
import { installable, setUp, type SetUp } from './testing/service.ts';

/**
 * Replaces QEMU: prints its arguments, user and image, and echoes its input. The trial of KVM fails, and does not end by
 * itself if the file `slow` exists.
 */
const FAKE = `#!/bin/sh
case "$*" in *isa-debugcon*) [ -e "\${0%/*}/slow" ] && exec sleep 60; exit ;; esac
echo "arguments: $*"
echo "user: $(id -u)"
echo "image: $(head -c 5 <&3)"
(echo change >&3) 2>/dev/null && echo "image is writable"
printf 'before\\033]0;title\\007after\\n'
while read -r line; do
  [ "$line" = exit ] && exit
  echo "got $line"
done
`;

interface ImageOptions {
  readonly machine?: MachinesOptions;
  readonly service?: Partial<ServiceOptions>;
  /** Whether the trial of KVM takes until its time limit. */
  readonly slowTrial?: boolean;
}

/** A service with one complete UEFI image; the machines run the fake program with fake firmware. */
async function setUpImage({ machine, service, slowTrial = false }: ImageOptions = {}): Promise<SetUp> {
  const folder = temporaryFolder();
  const qemu = join(folder, 'qemu');
  writeFileSync(qemu, FAKE);
  if (slowTrial) writeFileSync(join(folder, 'slow'), '');
  chmodSync(folder, 0o755);
  chmodSync(qemu, 0o755);
  const ovmf = [{ code: join(folder, 'code.fd'), variables: join(folder, 'variables.fd') }];
  for (const file of Object.values(ovmf[0]!)) writeFileSync(file, '');
  const set = await setUp({ machine: { qemu, ovmf, ...machine }, ...service });
  await set.begin('disk.img', { configuration: installable });
  mkdirSync(set.service.images, { recursive: true });
  writeFileSync(join(set.service.images, 'disk.img'), 'IMAGE');
  set.runs[0]!.end(newResult('done'));
  await vi.waitFor(
    async () => expect((await set.send('/api/installs/1')).json()).toMatchObject({ state: 'done' }),
    { timeout: 60_000 },
  );
  return set;
}

it(
  'a machine starts the image read-only, with restrictions, and its console can be read and written',
  { timeout: 120_000 },
  async () => {
    const set = await setUpImage({ slowTrial: true });
    const started = await set.send({ method: 'POST', url: '/api/installs/1/machine' });
    expect([started.status, started.json()]).toEqual([
      201,
      {
        install: 1,
        state: 'running',
        accelerator: expect.stringMatching(/^(?:kvm|tcg)$/),
        started: expect.any(String),
      },
    ]);
    const again = await set.send({ method: 'POST', url: '/api/installs/1/machine' });
    expect([again.status, again.json().code]).toEqual([409, 'machine-busy']);
    const console = set.send('/api/installs/1/machine/console');
    const input = await set.send({
      method: 'POST',
      url: '/api/installs/1/machine/input',
      json: { text: 'hello\nexit\n' },
    });
    expect(input.status).toBe(204);
    expect(
      (
        await set.send({
          method: 'POST',
          url: '/api/installs/1/machine/input',
          json: { text: 'x'.repeat(4097) },
        })
      ).status,
    ).toBe(400);
    const text = (await console).text();
    expect(text).toContain('-nodefaults -no-user-config -nic none -sandbox on,obsolete=deny');
    expect(text).toContain('image: IMAGE');
    expect(text).not.toContain('image is writable');
    if (process.getuid?.() === 0) expect(text).toContain('user: 61184');
    expect(text).toContain('got hello');
    expect(text).toContain('beforeafter');
    expect(text).toContain('event: end');
    expect((await set.send('/api/installs/1/machine')).json()).toMatchObject({ state: 'ended' });
  },
);

it.each([
  ['its time limit is reached', { duration: 500 }],
  ['its console has no reader', { unwatched: 500 }],
])('a machine ends when %s', { timeout: 240_000 }, async (_reason, machine) => {
  const { send } = await setUpImage({ machine });
  expect((await send({ method: 'POST', url: '/api/installs/1/machine' })).status).toBe(201);
  await vi.waitFor(
    async () => expect((await send('/api/installs/1/machine')).json()).toMatchObject({ state: 'ended' }),
    { timeout: 60_000 },
  );
});

it('a machine ends on request', { timeout: 240_000 }, async () => {
  const { send } = await setUpImage();
  const url = '/api/installs/1/machine';
  await send({ method: 'POST', url });
  expect((await send({ method: 'DELETE', url })).status).toBe(204);
  expect((await send(url)).json()).toMatchObject({ state: 'ended' });
});

it('a machine ends when its installation is deleted', { timeout: 240_000 }, async () => {
  const { send } = await setUpImage();
  await send({ method: 'POST', url: '/api/installs/1/machine' });
  const console = send('/api/installs/1/machine/console');
  expect((await send({ method: 'DELETE', url: '/api/installs/1' })).status).toBe(200);
  expect((await console).text()).toContain('event: end');
});

it(
  'a machine does not start if its installation is deleted at the same time',
  { timeout: 120_000 },
  async () => {
    const { send } = await setUpImage({ slowTrial: true });
    const [started] = await Promise.all([
      send({ method: 'POST', url: '/api/installs/1/machine' }),
      send({ method: 'DELETE', url: '/api/installs/1' }),
    ]);
    expect(started.status).toBe(409);
  },
);

it('the limit on event streams includes consoles', { timeout: 240_000 }, async () => {
  const { send, service } = await setUpImage({ service: { streams: 1 } });
  const url = '/api/installs/1/machine';
  await send({ method: 'POST', url });
  const first = send(`${url}/console`);
  await vi.waitFor(() => expect(service.openStreams()).toBe(1), { timeout: 30_000 });
  expect((await send(`${url}/console`)).status).toBe(503);
  await send({ method: 'DELETE', url });
  expect((await first).status).toBe(200);
  expect(service.openStreams()).toBe(0);
});

it('a machine ends with the service', { timeout: 240_000 }, async () => {
  const { send, service } = await setUpImage();
  await send({ method: 'POST', url: '/api/installs/1/machine' });
  await service.stop(1_000);
  expect((await send('/api/installs/1/machine')).json()).toMatchObject({ state: 'ended' });
});

it('missing programs and files are reported with their packages', { timeout: 240_000 }, async () => {
  const { send } = await setUpImage({ machine: { qemu: '/none/qemu', ovmf: [] } });
  const response = await send({ method: 'POST', url: '/api/installs/1/machine' });
  expect([response.status, response.json()]).toMatchObject([
    503,
    {
      code: 'machine-unavailable',
      missing: [expect.stringContaining('qemu-system-x86'), expect.stringContaining('ovmf')],
    },
  ]);
  expect((await send('/api/installs/1/machine')).status).toBe(404);
});

it('the console drops sequences that would control the terminal', () => {
  const filter = new ConsoleFilter();
  const passed = [
    '\u001B[31mred\u001B[0m',
    '\u001B]8;;http://x',
    '\u0007link',
    '\u001B[6',
    'n\u001B[c\u0005',
    '\u001BP$q\u001B\\',
    'end',
  ];
  expect(passed.map((text) => filter.filter(text)).join('')).toBe('\u001B[31mred\u001B[0mlinkend');
});

it('the arguments of a machine contain no path of a file on the host', () => {
  const drives = ['-drive', 'if=virtio,format=raw,snapshot=on,file=/dev/fdset/1'];
  expect(machineArguments('tcg', 1024, drives).filter((one) => one.includes('file=/'))).toEqual([drives[1]]);
});
