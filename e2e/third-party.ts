/** A signed third-party repository with one package, on a server that requires a login. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { deleteKey, makeKey } from './signed-mirror.ts';

export interface ThirdPartyRepository {
  readonly name: string;
  readonly fingerprint: string;
  /** The address of the packages, without the login. */
  readonly address: string;
  /** The entry of `x-writ.repositories`: the address with the login, and the address of the key, which requires none. */
  readonly entry: object;
  readonly packageName: string;
  /** A file of the package. */
  readonly file: string;
  close(): Promise<void>;
}

const name = 'third-party';
const packageName = 'writ-greeting';
const file = '/usr/share/writ-greeting/text';

/** @param folder absent folder with a short path, because gpg's agent creates a socket in it */
export async function serveThirdParty(folder: string, login: string): Promise<ThirdPartyRepository> {
  mkdirSync(folder);
  const key = await makeKey(join(folder, 'key'));
  try {
    buildRepository(folder, key.home);
    const exported = execFileSync('gpg', ['--homedir', key.home, '--export', key.fingerprint]);
    writeFileSync(join(folder, 'key.gpg'), exported);
  } finally {
    deleteKey(key);
  }
  const expected = `Basic ${Buffer.from(login).toString('base64')}`;
  const server = createServer((request, response) => {
    const path = basename(request.url ?? '');
    if (path !== 'key.gpg' && request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
      return;
    }
    try {
      response.end(readFileSync(join(folder, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name,
    fingerprint: key.fingerprint,
    address: `http://${host}/$arch`,
    entry: {
      name,
      servers: [`http://${login}@${host}/$arch`],
      fingerprint: key.fingerprint,
      key: `http://${host}/key.gpg`,
    },
    packageName,
    file,
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

function buildRepository(folder: string, home: string): void {
  const tree = join(folder, 'tree');
  mkdirSync(join(tree, 'usr/share/writ-greeting'), { recursive: true });
  writeFileSync(join(tree, file), 'hello\n');
  const information = {
    pkgname: packageName,
    pkgbase: packageName,
    pkgver: '1-1',
    pkgdesc: 'A file',
    builddate: '1700000000',
    packager: 'test',
    size: '6',
    arch: 'any',
  };
  const lines = Object.entries(information).map(([key, value]) => `${key} = ${value}\n`);
  writeFileSync(join(tree, '.PKGINFO'), lines.join(''));
  const archive = `${packageName}-1-1-any.pkg.tar.zst`;
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(program, args, {
      cwd: folder,
      env: { ...process.env, GNUPGHOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 60_000,
    });
  run('bsdtar', '--zstd', '-cf', archive, '-C', tree, '--uid', '0', '--gid', '0', '.PKGINFO', 'usr');
  run('gpg', '--batch', '--quiet', '--detach-sign', archive);
  run('repo-add', '--quiet', '--sign', `${name}.db.tar.gz`, archive);
}
