/**
 * Tests hostile mirrors. A mirror that sends too much is abandoned before it fills the disk or its archive
 * is unpacked.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildMirror,
  withRedirectLoop,
  endless,
  pinKey,
  serveMirror,
  type FaultInjector,
} from '@writ/mirror';
import { expectEnd } from './faults.ts';
import { Workbench, type Ended } from './installation.ts';
import { deleteKey, makeKey, resignMirror, type Key } from './signed-mirror.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-'));
const state = join(folder, 'state');
const MIB = 1024 * 1024;
let root: string;
let own: Key;

beforeAll(async () => {
  const mirror = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  ({ root } = mirror);
  own = await makeKey(join(folder, 'own'));
  for (const { fingerprint } of [mirror, own]) await pinKey(fingerprint, join(state, 'writ/mirror-keys'));
});

afterAll(() => {
  deleteKey(own);
  rmSync(folder, { recursive: true, force: true });
});

async function install(bench: Workbench, from: string, injectFault?: FaultInjector): Promise<Ended> {
  const server = await serveMirror(from, injectFault === undefined ? {} : { injectFault });
  try {
    const environment = { XDG_STATE_HOME: state };
    return await bench.install(server.address, [], {
      cache: join(bench.folder, 'cache'),
      environment,
    });
  } finally {
    await server.close();
  }
}

/** Size of the mirror's largest package in bytes. */
function largestPackage(): number {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const packages = names.filter((name) => name.endsWith('.zst'));
  return Math.max(...packages.map((name) => statSync(join(root, name)).size));
}

/** Size of a folder in bytes. */
function bytesBelow(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Buffered bytes between mirror and client. */
const BUFFERED = 32 * MIB;

describe('an installation', () => {
  it.each<[what: string, of: RegExp, most: () => number, cause: RegExp]>([
    [
      'an endless package',
      /\/sudo-[^/]+\.zst$/,
      largestPackage,
      /sends more than [\d,]+ bytes of sudo-\S+\.zst, and no other mirror is left/,
    ],
    [
      'an endless signature of a package',
      /\/sudo-[^/]+\.zst\.sig$/,
      largestPackage,
      /sends more than 16,384 bytes of sudo-\S+\.zst\.sig/,
    ],
    ['an endless database', /\/core\.db$/, () => 128 * MIB, /more than 134,217,728 bytes of 'core\.db'/],
    [
      'an endless files database',
      /\/extra\.files$/,
      () => 128 * MIB,
      /more than 134,217,728 bytes of 'extra\.files'/,
    ],
    [
      'an endless signature of a database',
      /\/core\.db\.sig$/,
      () => 128 * MIB,
      /more than 16,384 bytes of 'core\.db\.sig'/,
    ],
    [
      'an endless key',
      /\/writ-mirror\.gpg$/,
      () => 64 * 1024,
      /writ-mirror\.gpg is larger than 65,536 bytes/,
    ],
  ])(
    'is refused before the first write, after bounded reads, because of %s',
    async (_what, of, most, cause) => {
      using bench = new Workbench();
      let sent = 0;
      const ended = await install(
        bench,
        root,
        endless(of, (bytes) => (sent += bytes)),
      );
      await expectEnd(ended, bench, { status: 3, cause, next: /--mirror/ });
      expect(sent).toBeGreaterThan(0);
      // The file is requested at most twice: by the package manager, and to read the mirror's clock.
      expect(sent).toBeLessThan(2 * (most() + BUFFERED));
      // Other downloads remain, but the hostile file is deleted.
      expect(bytesBelow(bench.folder)).toBeLessThan(largestPackage() + bytesBelow(root));
      expect(readdirSync(bench.folder).toSorted()).toEqual(['cache', 'machine.json']);
    },
  );

  it.each<[what: string, content: () => Buffer, cause: RegExp]>([
    [
      'a compressed database of 6 GiB',
      // 1,024 zeros end an archive, but these zeros are part of a file.
      () => packed(Buffer.concat([tarHeader(MIB), Buffer.alloc(MIB)]), 6 * 1024),
      /'core\.db' unpacks to more than 536,870,912 bytes/,
    ],
    [
      'a database of a million files',
      () => packed(Buffer.concat(Array.from({ length: 1000 }, () => tarHeader(0))), 1000),
      /'core\.db' contains more than 300,000 files/,
    ],
    [
      'a database with a file of 6 GiB',
      () => Buffer.concat([gzipSync(tarHeader(6 * 1024 * MIB)), packed(Buffer.alloc(MIB), 6 * 1024)]),
      /'core\.db' contains a file larger than 1,048,576 bytes/,
    ],
  ])(
    'is refused before the first write, after bounded reads, because of %s with a valid signature',
    async (what, content, cause) => {
      using bench = new Workbench();
      const from = await resignMirror(root, join(folder, what.replaceAll(/\W+/g, '-')), {
        shown: own,
        databases: own,
        packages: () => own,
        instead: (name) => (name === 'core.db' ? content() : undefined),
      });
      await expectEnd(await install(bench, from), bench, { status: 3, cause, next: /--mirror/ });
    },
  );

  it.each([
    ['a database', /\/core\.db$/],
    ['a package', /\/sudo-[^/]+\.zst$/],
  ])(
    'is refused before the first write, after bounded reads, because of %s that redirects to itself',
    async (_what, of) => {
      using bench = new Workbench();
      let requests = 0;
      const ended = await install(
        bench,
        root,
        withRedirectLoop(of, () => (requests += 1)),
      );
      await expectEnd(ended, bench, { status: 3, cause: /redirects/, next: /--mirror/ });
      expect(requests).toBeLessThan(50);
    },
  );

  it('is refused before the first write, after bounded reads, because of a database with a package in another folder', async () => {
    using bench = new Workbench();
    const from = await resignMirror(root, join(folder, 'climbing'), {
      shown: own,
      databases: own,
      packages: () => own,
      edit: (entries) => {
        for (const [file, text] of entries) {
          if (!file.startsWith('sudo-')) continue;
          entries.set(file, text.replace(/(%FILENAME%\n).*/, '$1../../../machine.json'));
        }
      },
    });
    const before = statSync(bench.config);
    await expectEnd(await install(bench, from), bench, {
      status: 3,
      cause: /filename of package sudo is illegal/,
      next: /--mirror/,
    });
    expect(statSync(bench.config).mtimeMs).toBe(before.mtimeMs);
  });
});

/** Header of a file in an archive. */
function tarHeader(size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write('a-1-1/desc', 0, 'latin1');
  header.write('0000644 0000000 0000000 ', 100, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')} 00000000000         0`, 124, 'latin1');
  header.write('ustar\u{0}00', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\u{0} `, 148, 'latin1');
  return header;
}

/** Compresses repeated bytes; only the compressed data is ever complete in memory. */
function packed(part: Buffer, times: number): Buffer {
  const member = gzipSync(part, { level: 9 });
  return Buffer.concat(Array.from({ length: times }, () => member));
}
