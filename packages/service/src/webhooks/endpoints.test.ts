import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../testing/fakes.ts';
import { readEndpoints } from './endpoints.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function fileWith(content: unknown): string {
  const file = join(temporaryFolder(), 'webhooks.json');
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

describe('the file of webhooks', () => {
  it('lists addresses with their secrets', () => {
    const urls = ['https://hooks.example/a?key=1', 'https://192.168.1.5:8443/', 'http://127.0.0.1:9000/'];
    const endpoints = readEndpoints(fileWith(urls.map((url) => ({ url, secret }))));
    expect(endpoints.map(({ url }) => url)).toEqual(urls);
    expect(endpoints[0]!.key).toEqual(Buffer.alloc(32, 7));
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(3);
  });

  it.each([24, 25, 26, 64])('accepts a secret of %i bytes, with and without padding', (size) => {
    const key = Buffer.alloc(size, 7);
    const padded = `whsec_${key.toString('base64')}`;
    for (const one of [padded, padded.replace(/=+$/, '')]) {
      expect(readEndpoints(fileWith([{ url: 'https://hooks.example/', secret: one }]))[0]!.key).toEqual(key);
    }
  });

  it.each([
    ['33 characters, which no bytes encode to', 'A'.repeat(33)],
    ['wrong padding', `${'A'.repeat(32)}==`],
    ['65 bytes without padding', 'A'.repeat(87)],
    ['23 bytes', Buffer.alloc(23).toString('base64')],
  ])('rejects a secret with %s', (_what, encoded) => {
    const file = fileWith([{ url: 'https://hooks.example/', secret: `whsec_${encoded}` }]);
    expect(() => readEndpoints(file)).toThrow('24 to 64 bytes in base64');
  });

  it.each([
    ['{"url"', 'a JSON list'],
    [{ url: 'https://hooks.example/', secret }, 'a JSON list'],
    [[1], 'entry 1: must be an object'],
    [[{ url: 'http://hooks.example/canary', secret }], 'https address'],
    [[{ url: 'https://me:canary@hooks.example/', secret }], 'without a user name'],
    [[{ url: 'file:///canary', secret }], 'https address'],
    [[{ url: 'https://canary:port/', secret }], 'https address'],
    [[{ url: 'https://hooks.example/', secret: 'canary' }], 'whsec_'],
    [[{ url: 'https://hooks.example/', secret: 'whsec_canary' }], '24 to 64 bytes'],
    [[{ url: 'https://hooks.example/', secret, canary: 1 }], 'must have only the members'],
    [
      [
        { url: 'https://hooks.example/', secret },
        { url: 'https://hooks.example/', secret },
      ],
      'entry 2: url occurs in an earlier entry',
    ],
    [[{}, {}], /entry 1: secret .*entry 2: secret .*entry 2: url/],
  ])('with the content %j is rejected and not quoted', (content, reason) => {
    const file = fileWith(content);
    expect(() => readEndpoints(file)).toThrow(reason);
    expect(() => readEndpoints(file)).not.toThrow('canary');
  });

  it('is rejected if other users can read it', () => {
    const file = fileWith([]);
    chmodSync(file, 0o644);
    expect(() => readEndpoints(file)).toThrow('chmod 600');
  });

  it('is rejected if it is larger than 64 KiB', () => {
    const file = fileWith(' '.repeat(64 * 1024 + 1));
    expect(() => readEndpoints(file)).toThrow('is larger than 65536 bytes');
  });

  it('is rejected if it belongs to another user', () => {
    const file = fileWith([]);
    const user = process.getuid!();
    vi.spyOn(process, 'getuid').mockReturnValue(user + 1);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(() => readEndpoints(file)).toThrow('belongs to another user');
  });

  it('is closed after it has been read', () => {
    const file = fileWith([]);
    const before = readdirSync('/proc/self/fd').length;
    readEndpoints(file);
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  });
});
