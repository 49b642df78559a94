import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, type InjectRequest } from '@writ/http/testing';
import { describe, expect, it } from 'vitest';
import { registerAgent } from '../../testing/agents.ts';
import { temporaryFolder } from '../../testing/fakes.ts';
import { setUp, type SetUp } from '../../testing/service.ts';
import { makeCpio } from './archive.ts';
import { dnsmasqLines } from './scripts.ts';

interface BootSetUp extends SetUp {
  readonly boot: (path: string, more?: Partial<InjectRequest>) => ReturnType<typeof inject>;
}

/** The address in the lines for dnsmasq. */
const HOST = { host: '192.0.2.1:7879' };

async function setUpBoot(): Promise<BootSetUp> {
  const folder = join(temporaryFolder(), 'netboot');
  mkdirSync(folder);
  for (const name of ['kernel', 'initramfs', 'medium', 'secret'])
    writeFileSync(join(folder, name), `the ${name}`);
  const options = { folder, server: 'https://writ.example:7878', ca: 'PEM', append: 'quiet' };
  const set = await setUp({ boot: options });
  return {
    ...set,
    boot: (path, more) => inject(set.service.bootRouter!, { url: `/boot/${path}`, headers: HOST, ...more }),
  };
}

const post = (url: string, json: object) => ({ method: 'POST', url, json });
const local = '#!ipxe\nexit 1\n';

describe('the network boot service', () => {
  it('sends the medium once to a node that is set to install, and lets all other machines boot locally', async () => {
    const { send, boot } = await setUpBoot();
    expect((await boot('start.ipxe')).text()).toBe('#!ipxe\nchain node.ipxe?mac=${netX/mac:hexhyp}\n');
    expect((await boot('node.ipxe?mac=52-54-00-12-34-56')).text()).toBe(local);
    await send(post('/api/nodes', { macs: ['52:54:00:12:34:56'] }));
    expect((await boot('node.ipxe?mac=52-54-00-12-34-56')).text()).toBe(local);
    await send({ method: 'PUT', url: '/api/nodes/1/boot', json: { boot: 'medium' } });
    for (const other of ['', '?mac=', '?mac=52-54-00-12-34-57', '?mac=%0A'])
      expect((await boot(`node.ipxe${other}`)).text()).toBe(local);
    const script = (await boot('node.ipxe?mac=52-54-00-12-34-56')).text();
    expect(script.split('\n')).toEqual([
      '#!ipxe',
      'kernel kernel initrd=initramfs initrd=medium initrd=agent console=ttyS0,115200 console=tty0 loglevel=4 writ.server=https://writ.example:7878 quiet',
      'initrd initramfs',
      'initrd medium',
      'initrd --name agent agent?mac=52-54-00-12-34-56',
      'boot',
      '',
    ]);
    expect((await boot('node.ipxe?mac=52-54-00-12-34-56')).text()).toBe(local);
  });

  it('sends the token once, apart from scripts and kernel arguments; it registers the machine', async () => {
    const { send, boot } = await setUpBoot();
    await send(post('/api/nodes', { macs: ['52:54:00:12:34:56'] }));
    expect((await boot('agent?mac=52-54-00-12-34-56')).status).toBe(404);
    await send({ method: 'PUT', url: '/api/nodes/1/boot', json: { boot: 'medium' } });
    const script = (await boot('node.ipxe?mac=52-54-00-12-34-56')).text();
    expect((await boot('agent?mac=52-54-00-12-34-57')).status).toBe(404);
    const archive = (await boot('agent?mac=52-54-00-12-34-56')).text();
    const [, token = ''] = /medium\/agent\/token\0+([\w-]{43})\n/.exec(archive) ?? [];
    expect(token).toHaveLength(43);
    expect(archive).toMatch(/medium\/agent\/ca\.pem\0+PEM/);
    expect(script).not.toContain(token);
    expect((await boot('agent?mac=52-54-00-12-34-56')).status).toBe(404);
    await expect(registerAgent({ send }, { token, macs: ['52:54:00:12:34:57'] })).rejects.toThrow(
      'registration-refused',
    );
    expect((await registerAgent({ send }, { token })).id).toBe(1);
    expect((await send('/api/nodes/1')).json().state).toBe('pending');
  });

  it.each<[string, Partial<InjectRequest>]>([
    ['of another site', { headers: { ...HOST, 'sec-fetch-site': 'cross-site' } }],
    ['of a script of another site', { headers: { ...HOST, origin: 'http://evil.example' } }],
    ['for a name that resolves to this address', { headers: { host: 'evil.example' } }],
    ['with HEAD', { method: 'HEAD' }],
  ])('refuses requests %s, which do not use up the decision', async (_what, request) => {
    const { send, boot } = await setUpBoot();
    await send(post('/api/nodes', { macs: ['52:54:00:12:34:56'] }));
    await send({ method: 'PUT', url: '/api/nodes/1/boot', json: { boot: 'medium' } });
    const path = 'node.ipxe?mac=52-54-00-12-34-56';
    expect((await boot(path, request)).status).toBe(403);
    expect((await boot(path)).text()).toContain('kernel kernel');
    expect((await boot('agent?mac=52-54-00-12-34-56', request)).status).toBe(403);
    expect((await boot('agent?mac=52-54-00-12-34-56')).status).toBe(200);
  });

  it('sends the files of the medium, and no others', async () => {
    const { boot } = await setUpBoot();
    for (const name of ['kernel', 'initramfs', 'medium']) {
      const response = await boot(name);
      expect([response.status, response.text()]).toEqual([200, `the ${name}`]);
    }
    for (const name of ['secret', '../state/token', '']) expect((await boot(name)).status).toBe(404);
  });
});

it('an archive contains the parent folders, and only root can read its files', () => {
  const archive = makeCpio([{ path: 'a/b/c', content: 'text' }]);
  expect(archive.length % 512).toBe(0);
  const entries = [...archive.toString('latin1').matchAll(/070701([0-9a-f]{104})([^\0]+)\0/g)];
  const described = entries.map(([, fields = '', name]) => [
    name,
    Number.parseInt(fields.slice(8, 16), 16).toString(8),
    Number.parseInt(fields.slice(48, 56), 16),
  ]);
  expect(described).toEqual([
    ['a', '40700', 0],
    ['a/b', '40700', 0],
    ['a/b/c', '100600', 4],
    ['TRAILER!!!', '0', 0],
  ]);
});

it('the lines for dnsmasq give the script to iPXE only', () => {
  expect(dnsmasqLines('http://192.0.2.1:7879').at(-1)).toBe(
    'dhcp-boot=tag:ipxe,http://192.0.2.1:7879/boot/start.ipxe',
  );
});
