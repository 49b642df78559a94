import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import type { CustomCommand } from '../config/settings.ts';
import { createPlan } from '../plan/create-plan.ts';
import { collectSecrets } from '../plan/secrets.ts';
import { sampleFacts, sampleSettings } from '../plan/testing.ts';
import { createEmitter } from './emitter.ts';
import { runEarlyCommands, runErrorCommands } from './host-commands.ts';
import { createEventCollector, createTestContext, temporaryFolder } from './testing.ts';

const canary = 'canary-91c4';
const secret = (text: string): CustomCommand => ({
  kind: 'secret',
  value: new Secret(text),
  secrets: [new Secret(canary)],
});

function setUp(commands: { early?: readonly CustomCommand[]; error?: readonly CustomCommand[] }) {
  const hostCommands = { early: [], error: [], ...commands };
  const settings = sampleSettings({ hostCommands });
  const plan = createPlan(settings, sampleFacts, { commandLimit: 30 });
  const { events, sink } = createEventCollector();
  return { plan, secrets: collectSecrets(settings).given, events, emitter: createEmitter(sink) };
}

describe('early commands', () => {
  it('run one after another with their secrets, which are not printed', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'out');
    const { plan, secrets, events, emitter } = setUp({
      early: [`echo one >> ${file}`, secret(`echo ${canary} | tee -a ${file}; cat`)],
    });
    const context = await createTestContext({ secrets }, { canary });
    expect(await runEarlyCommands(plan, context, emitter)).toBeUndefined();
    expect(await readFile(file, 'utf8')).toBe(`one\n${canary}\n`);
    expect(JSON.stringify(events)).not.toContain(canary);
    expect(events.flatMap((event) => (event.type === 'finish' ? [event.id, event.outcome] : []))).toEqual([
      'early-command-1',
      'done',
      'early-command-2',
      'done',
    ]);
  });

  it('do not inherit the locks of the run, which programs that they start would hold', async () => {
    const folder = await temporaryFolder();
    const out = join(folder, 'out');
    await using lock = await open(join(folder, 'the-lock'), 'w');
    const { plan, emitter } = setUp({ early: [`ls -l /proc/$$/fd > ${out}`] });
    const context = await createTestContext({ locks: [lock.fd] });
    expect(await runEarlyCommands(plan, context, emitter)).toBeUndefined();
    const files = await readFile(out, 'utf8');
    expect(files).toContain('->');
    expect(files).not.toContain('the-lock');
  });

  it('end the run before the first write if one fails', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'out');
    const { plan, events, emitter } = setUp({ early: ['exit 7', `touch ${file}`] });
    const result = await runEarlyCommands(plan, await createTestContext(), emitter);
    expect(result).toMatchObject({
      outcome: 'refused',
      findings: [
        {
          rule: 'early-command-failed',
          message: 'Run early command 1: exit 7: bash exited with status 7',
        },
      ],
      failure: { exitStatus: 7, next: expect.stringContaining('runs all early commands again') },
    });
    expect(events.some((event) => event.type === 'failure')).toBe(true);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('are interrupted with the run', async () => {
    const { plan, emitter } = setUp({ early: ['true'] });
    const context = await createTestContext({ signal: AbortSignal.abort() });
    expect(await runEarlyCommands(plan, context, emitter)).toEqual({ outcome: 'interrupted' });
  });
});

describe('error commands', () => {
  it('read the cause of the failure and the folder of the record, and all of them run', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'out');
    const record = join(folder, 'record');
    await mkdir(record);
    await writeFile(join(record, 'log'), 'a line\n');
    const { plan, secrets, events, emitter } = setUp({
      error: ['exit 3', `echo "$WRIT_FAILURE" > ${file}; cat "$WRIT_RECORD/log" >> ${file}`],
    });
    await runErrorCommands(plan, secrets, emitter, { message: 'the disk is full', record });
    expect(await readFile(file, 'utf8')).toBe('the disk is full\na line\n');
    expect(events.flatMap((event) => (event.type === 'finish' ? [event.outcome] : []))).toEqual([
      'failed',
      'done',
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'log', text: 'bash exited with status 3' }),
    );
    // The failure of the run remains the only one.
    expect(events.some((event) => event.type === 'failure')).toBe(false);
  });

  it('have no folder of a record that does not exist', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'out');
    const { plan, secrets, emitter } = setUp({ error: [`echo "\${WRIT_RECORD-none}" > ${file}`] });
    await runErrorCommands(plan, secrets, emitter, { message: '', record: join(folder, 'record') });
    expect(await readFile(file, 'utf8')).toBe('none\n');
  });
});
