import { setTimeout } from 'node:timers/promises';
import { RestBuilder, Toolkit } from '@writ/annotations';
import { ReportQueue } from './report-queue.ts';
import { Reports } from './reports.ts';

const { DATABASE_URL, HOST = '127.0.0.1', PORT = '8080', WORK_MS = '500' } = process.env;
if (DATABASE_URL === undefined)
  throw new Error('missing DATABASE_URL: set it to postgres://user:password@host/database');

const queue = new ReportQueue(DATABASE_URL, async ({ text }) => {
  // In place of work that takes long.
  await setTimeout(Number(WORK_MS));
  if (text === '') throw new Error('the text is empty');
  return { words: text.split(/\s+/).length };
});
const toolkit = new Toolkit();
const router = new RestBuilder(toolkit)
  .register(new Reports(queue))
  .addHook('start', () => queue.start(), { timeout: 60_000 })
  .addHook('stop', () => queue.stop())
  .build();
const server = toolkit.createServer(router);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.close());
const { url } = await server.listen(Number(PORT), HOST);
console.log(url);
