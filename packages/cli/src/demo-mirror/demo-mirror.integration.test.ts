import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadMirrorTool } from './mirror-tool.ts';
import { runCommand } from '../command-line/run-command.ts';
import { serverCommands } from '../commands/server-commands.ts';

const run = (argv: readonly string[]): Promise<number> =>
  runCommand('demo-mirror', serverCommands['demo-mirror'], argv);

function recordErrors(): () => string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => write.mock.calls.map(([text]) => String(text)).join('');
}

describe('writ demo-mirror', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [['--port', 'x'], 'invalid --port "x"'],
    [['--port', '70000'], 'invalid --port "70000"'],
    [['--prot', '1'], '--prot'],
    [['here'], 'here'],
  ])('rejects the arguments %j', async (argv, why) => {
    const errors = recordErrors();
    expect(await run(argv)).toBe(2);
    expect(errors()).toContain(why);
  });

  const hint = 'to use another port, pass --port=N; 0 selects a free one\n';
  const portInUseMessage = (port: number): string =>
    `writ: port ${port} on 127.0.0.1 is in use by another program\n    ${hint}`;
  const fingerprint = `${'0123456789ABCDEF'.repeat(3).slice(0, 40)}\n`;

  it('prints the address of a demonstration mirror that this user already serves', async () => {
    const root = mkdtempSync(join(tmpdir(), 'writ-mirror-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    vi.stubEnv('XDG_STATE_HOME', join(root, 'state'));
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(join(root, 'writ-mirror.fingerprint'), fingerprint);
    const tool = (await loadMirrorTool())!;
    const { port, address, close } = await tool.serveMirror(root, { port: 0 });
    onTestFinished(close);
    const errors = recordErrors();
    expect(await run(['--port', String(port)])).toBe(2);
    expect(errors()).toBe(
      `writ: port ${port} on 127.0.0.1 is in use by a mirror that another user built, which installations do not trust\n    ${hint}`,
    );
    const keys = join(root, 'state/writ/mirror-keys');
    mkdirSync(keys, { recursive: true, mode: 0o700 });
    writeFileSync(join(keys, fingerprint.trim()), fingerprint, { mode: 0o600 });
    expect(await run(['--port', String(port)])).toBe(2);
    expect(errors()).toContain(
      `writ: a demonstration mirror is already served at ${address}\n    use that one, or choose another port with --port=N; 0 selects a free one\n`,
    );
  });

  it.each<[what: string, answer: RequestListener]>([
    ['another server', (_request, response) => void response.writeHead(404).end()],
    ['a server that answers everything', (_request, response) => void response.end('0'.repeat(41))],
    ['a server whose response never ends', (_request, response) => void response.write(fingerprint)],
    ['a server that never answers', () => {}],
    ['a server that does not speak HTTP', (request) => void request.socket.end('hello\n')],
  ])('reports before building the mirror that the port is in use by %s', async (_what, answer) => {
    const other = createServer(answer);
    onTestFinished(() => void other.close().closeAllConnections());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const errors = recordErrors();
    expect(await run(['--port', String(port)])).toBe(2);
    expect(errors()).toBe(portInUseMessage(port));
  });
});
