import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from './demo-mirror.ts';

function recordErrors(): () => string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => write.mock.calls.map(([text]) => String(text)).join('');
}

describe('demo-mirror', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [['--port', 'x'], '--port is "x"'],
    [['--port', '70000'], '--port is "70000"'],
    [['--prot', '1'], '--prot'],
    [['here'], 'here'],
  ])('refuses %j', async (argv, why) => {
    const errors = recordErrors();
    expect(await run(argv)).toBe(2);
    expect(errors()).toContain(why);
  });

  it('tells before it builds anything that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const errors = recordErrors();
    expect(await run(['--port', String(port)])).toBe(2);
    expect(errors()).toBe(
      `writ: port ${port} of 127.0.0.1 is taken by another program; choose another with --port\n`,
    );
    await new Promise((resolve) => other.close(resolve));
  });
});
