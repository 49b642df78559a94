import { expect, it } from 'vitest';
import { canaries, post, setUp, token } from '../testing/service.ts';
import { createJsonLogger } from './json-logger.ts';

const time = new Date('2026-11-20T10:00:00.000Z');

function recordLines(): { readonly lines: string[]; readonly parse: () => Record<string, unknown>[] } {
  const lines: string[] = [];
  return { lines, parse: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

it('a JSON log has one object per line, whatever the data contains', () => {
  const { lines, parse } = recordLines();
  const logger = createJsonLogger(
    (line) => lines.push(line),
    () => time,
  );
  const circular: Record<string, unknown> = { name: 'a' };
  circular['self'] = circular;
  logger.debug({}, 'not written');
  logger.info({ path: '/a\nb', level: 'forged' }, 'one\ntwo');
  logger.error({ circular, error: 'TypeError' }, 'failed');
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(parse()).toEqual([
    { time: time.toISOString(), level: 'info', message: 'one\ntwo', path: '/a\nb' },
    {
      time: time.toISOString(),
      level: 'error',
      message: 'failed',
      circular: 'an unprintable value',
      error: 'TypeError',
    },
  ]);
});

it('the log of a service has a line with the request id for each request, and contains no secrets', async () => {
  const { lines, parse } = recordLines();
  const metricsToken = 'another-token-only-for-metrics';
  const logger = createJsonLogger((line) => lines.push(line));
  const { service, send, begin, start } = await setUp({
    logger,
    logsRequests: true,
    metricsToken,
  });
  await begin('a.img');
  const code = service.issueCode();
  await send(post('/session', JSON.stringify({ code }), 'application/json'));
  await send({ url: `/api/installs?token=${token}`, headers: { 'x-request-id': 'r-1' } });
  await send({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  await send('/health');
  await start('../refused');
  const issued = await send({
    method: 'POST',
    url: '/api/installs/1/downloads',
    json: { file: 'configuration' },
  });
  const { address } = issued.json() as { address: string };
  // These requests do not use up the ticket, so it must not be in the log.
  await send({ method: 'HEAD', url: address });
  await send({ method: 'POST', url: address });
  await send({ method: 'GET', url: `${address}/more` });
  await send({ method: 'GET', url: address, headers: { host: 'other.example' } });
  await service.release();
  const found = parse();
  expect(found.find(({ requestId }) => requestId === 'r-1')).toMatchObject({
    level: 'info',
    message: 'GET /api/installs 200',
    method: 'GET',
    path: '/api/installs',
    status: 200,
  });
  const messages = found.map(({ message }) => message);
  expect(messages.filter((message) => String(message).includes('{ticket}'))).toEqual([
    'HEAD /downloads/{ticket} 200',
    'POST /downloads/{ticket} 405',
    'GET /downloads/{ticket} 404',
    'GET /downloads/{ticket} 421',
  ]);
  expect(found.filter(({ message }) => String(message).includes('/health'))).toEqual([]);
  const text = lines.join('');
  for (const secret of [...canaries, token, metricsToken, code, address.split('/').at(-1)!])
    expect(text).not.toContain(secret);
});
