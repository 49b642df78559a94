import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inParallel, inSequence, listOperations, type Schedule } from '../../plan/dependencies.ts';
import type { Operation } from '../../plan/operation.ts';
import { defineOperation, hostCommand, type OperationInit } from '../../plan/operations/define-operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { createPlan } from '../../plan/create-plan.ts';
import { sampleFacts, sampleSettings } from '../../plan/testing.ts';
import type { RunContext } from '../context.ts';
import { createEmitter } from '../emitter.ts';
import type { InstallEvent } from '../event.ts';
import type { JournalRecord } from '../journal-record.ts';
import { openJournal, readJournal } from '../journal.ts';
import { runOperations, type OperationsResult, type OperationsRun } from './operations.ts';
import { NOTHING_DONE, resolveResumeState } from '../resume-state.ts';
import { imageRoots } from '../sessions/staging.ts';
import { createEventCollector, createTestContext } from '../testing.ts';

const sample = createPlan(sampleSettings(), sampleFacts, {});

/** Creates a plan whose operations run in sequence. */
const planWith = (...operations: Operation[]): Plan => planOf(inSequence(...operations));

const planOf = (schedule: Schedule): Plan => ({ ...sample, operations: listOperations(schedule) });

/** Creates an operation that appends its ID to a list. */
const appending = (id: string, more: Partial<OperationInit> = {}): Operation =>
  defineOperation({
    id,
    title: id,
    stage: 'system',
    commands: [hostCommand('sh', '-c', 'echo "$1" >> "$2"', 'sh', id, '{work}/ran')],
    verify: [{ kind: 'ended' }],
    ...more,
  });

const failing = (id: string, more: Partial<OperationInit> = {}): Operation =>
  appending(id, {
    commands: [hostCommand('sh', '-c', 'echo "$1" >> "$2"; echo no >&2; exit 3', 'sh', id, '{work}/ran')],
    ...more,
  });

interface Tried {
  readonly ended: OperationsResult;
  readonly events: InstallEvent[];
  /** IDs of the operations in all attempts, in execution order. */
  readonly ran: string[];
}

const siteOf = (changes: Partial<OperationsRun['session']> = {}): OperationsRun['session'] => ({
  beforeOperation: () => Promise.resolve(undefined),
  afterOperation: () => Promise.resolve(),
  roots: imageRoots('/srv/disk.img'),
  ...changes,
});

/** Runs a plan, or resumes its run if there is a journal. */
async function attempt(
  plan: Plan,
  context: RunContext,
  more: {
    rerunCommand?: boolean;
    site?: OperationsRun['session'];
    parallelism?: number;
    onEvent?: (event: InstallEvent) => void;
  } = {},
): Promise<Tried> {
  const path = join(context.roots.work, 'journal');
  const records = await readJournal(path);
  const resumeState = records === undefined ? NOTHING_DONE : resolveResumeState(records, plan, 'boot');
  if ('mismatch' in resumeState) throw new Error(resumeState.mismatch);
  const journal = await openJournal(path, records === undefined ? 'new' : 'continue');
  await journal.append(openRecord(plan));
  const { events, sink } = createEventCollector();
  const ended = await runOperations({
    plan,
    context,
    journal,
    resumeState,
    emitter: createEmitter((event) => {
      sink(event);
      more.onEvent?.(event);
    }),
    rerunCommand: more.rerunCommand ?? false,
    session: more.site ?? siteOf(),
    parallelism: more.parallelism ?? 2,
  });
  await journal.close();
  const ran = await readFile(join(context.roots.work, 'ran'), 'utf8').catch(() => '');
  return { ended, events, ran: ran.split('\n').filter(Boolean) };
}

/**
 * Checks that every `start` is followed by a `finish`, that the numbers have no gaps, and that the total
 * never decreases.
 */
function expectWellFormed(events: readonly InstallEvent[]): void {
  expect(events.map(({ number }) => number)).toEqual(events.map((_event, index) => index + 1));
  const open: string[] = [];
  let total = 0;
  for (const event of events) {
    if (event.type === 'start') open.push(event.id);
    else if (event.type === 'finish') expect(open.splice(open.indexOf(event.id), 1)).toEqual([event.id]);
    else if (event.type === 'progress') {
      expect(event.total).toBeGreaterThanOrEqual(total);
      ({ total } = event);
    }
  }
  expect(open).toEqual([]);
}

function openRecord({ digest, target }: Plan): JournalRecord {
  return { kind: 'open', version: 1, plan: digest, target: target.identity, boot: 'boot', time: '' };
}

describe('operations', () => {
  it('run in order, with start and finish events', async () => {
    const { ended, events, ran } = await attempt(
      planWith(appending('a'), appending('b')),
      await createTestContext(),
    );
    expect(ended).toEqual({ outcome: 'done' });
    expect(ran).toEqual(['a', 'b']);
    expectWellFormed(events);
  });

  it('stop at the first failure, which is reported with the command, its status, its last lines and the next step', async () => {
    const context = await createTestContext();
    const { ended, events, ran } = await attempt(
      planWith(appending('a'), failing('b'), appending('c')),
      context,
    );
    expect(ran).toEqual(['a', 'b']);
    expect(ended).toMatchObject({
      outcome: 'failed',
      failure: { id: 'b', message: 'b: sh exited with status 3', exitStatus: 3, tail: ['no'] },
    });
    expect(ended.outcome === 'failed' && ended.failure.next).toContain('--resume');
    expectWellFormed(events);
  });

  it('do not run twice in a resumed installation', async () => {
    const context = await createTestContext();
    await attempt(planWith(appending('a'), failing('b'), appending('c')), context);
    const { ended, ran } = await attempt(planWith(appending('a'), appending('b'), appending('c')), context);
    expect(ended).toEqual({ outcome: 'done' });
    expect(ran).toEqual(['a', 'b', 'b', 'c']);
  });

  it('are listed in the log if an earlier run applied their secrets, because changes of secrets are not detected', async () => {
    const password: Partial<OperationInit> = {
      commands: [{ ...hostCommand('cat'), stdin: [{ secret: 'password of ada' }] }],
    };
    const loggedTexts = ({ events }: Tried): string[] =>
      events.flatMap((event) => (event.type === 'log' && event.source === 'writ' ? [event.text] : []));
    const planAfter = (...last: Operation[]): Plan =>
      planWith(appending('a'), appending('b', password), ...last);
    const context = await createTestContext({}, { 'password of ada': 'before' });
    expect(loggedTexts(await attempt(planWith(failing('a'), appending('b', password)), context))).toEqual([]);
    expect(loggedTexts(await attempt(planAfter(failing('c')), context))).toEqual([]);
    expect(loggedTexts(await attempt(planAfter(appending('c')), context))).toEqual([
      'set by the earlier run: password of ada; later changes to these secrets are not applied',
    ]);
  });

  it('fail if a check fails, even if the commands succeeded', async () => {
    const context = await createTestContext();
    const unverifiable = appending('a', { verify: [{ kind: 'exists', path: '{tree}/etc/none' }] });
    const { ended } = await attempt(planWith(unverifiable), context);
    expect(ended).toMatchObject({
      failure: { message: 'a: verification failed: /etc/none does not exist' },
    });
  });

  it('are skipped if a required path is missing', async () => {
    const context = await createTestContext();
    const { events, ran } = await attempt(
      planWith(appending('a', { when: ['{tree}/usr/bin/none'] })),
      context,
    );
    expect(ran).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'finish', id: 'a', outcome: 'skipped' });
  });

  it('stop when the signal is aborted, even in the middle of an operation', async () => {
    const stop = new AbortController();
    const context = await createTestContext({ signal: stop.signal });
    const waiting = appending('b', { commands: [hostCommand('sh', '-c', 'echo waiting; exec sleep 1000')] });
    const { ended, events, ran } = await attempt(planWith(appending('a'), waiting, appending('c')), context, {
      onEvent: (event) => event.type === 'log' && event.text === 'waiting' && stop.abort(),
    });
    expect(ended).toEqual({ outcome: 'interrupted' });
    expect(ran).toEqual(['a']);
    expect(events.at(-1)).toMatchObject({ type: 'finish', id: 'b', outcome: 'interrupted' });
    expectWellFormed(events);
  });

  it('fail when they exceed their time limit', async () => {
    const context = await createTestContext();
    const slow = appending('a', { commands: [hostCommand('sleep', '1000')], limit: 0.2 });
    const { ended } = await attempt(planWith(slow), context);
    expect(ended).toMatchObject({
      failure: { message: 'a: sleep timed out after 0.2 seconds' },
    });
  });

  it('leave no secret in events, journal or failures', async () => {
    const context = await createTestContext({}, { 'password of ada': 'canary-password' });
    const leaking = appending('a', {
      commands: [
        {
          ...hostCommand('sh', '-c', 'read line; echo "got $line"; echo "$line" | cut -c1-20 >&2; exit 1'),
          stdin: ['ada:', { secret: 'password of ada' }, '\n'],
        },
      ],
    });
    const { ended, events } = await attempt(planWith(leaking), context);
    const journal = await readFile(join(context.roots.work, 'journal'), 'utf8');
    expect(ended).toMatchObject({
      failure: { tail: expect.arrayContaining(['got ada:[redacted]']) as string[] },
    });
    expect(JSON.stringify([ended, events, journal])).not.toContain('canary');
  });

  it.each([
    ['echo "x: No space left on device" >&2; exit 1', 'The system is built in memory, which is full'],
    ['kill -9 $$', 'A program was killed, perhaps because the memory in which the system is built is full'],
  ])('make the next run start over on the disk if they run out of memory (%s)', async (script, next) => {
    const context = await createTestContext({ treeInMemory: true });
    const plan = planWith(appending('tree'), appending('a', { commands: [hostCommand('sh', '-c', script)] }));
    const { ended } = await attempt(plan, context);
    expect(ended).toMatchObject({
      outcome: 'failed',
      failure: { next: expect.stringContaining(next) as string },
    });
    const records = await readJournal(join(context.roots.work, 'journal'));
    expect(records?.at(-1)).toEqual({ kind: 'tree', path: siteOf().roots.tree });
  });

  it('are reported with a hint to free space if they fail on a full disk', async () => {
    const context = await createTestContext();
    const full = appending('a', {
      commands: [hostCommand('sh', '-c', 'echo "write: No space left on device"; exit 1')],
    });
    const { ended } = await attempt(planWith(full), context);
    expect(ended.outcome === 'failed' && ended.failure.next).toContain('Free some space on the disk');
  });
});

describe('operations that do not depend on each other', () => {
  /** Defines an operation that waits until another one has started. */
  const meeting = (id: string, other: string, more: Partial<OperationInit> = {}): Operation =>
    appending(id, {
      commands: [
        hostCommand(
          'sh',
          '-c',
          'echo "$1" >> "$3"; for i in $(seq 300); do grep -qx "$2" "$3" && exit; sleep 0.1; done; exit 1',
          'sh',
          id,
          other,
          '{work}/ran',
        ),
      ],
      ...more,
    });
  const finishes = (events: readonly InstallEvent[]): string[] =>
    events.flatMap((event) => (event.type === 'finish' ? [event.id] : []));

  it('run at the same time, after their dependencies and before their dependents', async () => {
    const { ended, events, ran } = await attempt(
      planOf(inSequence(appending('a'), inParallel(meeting('b', 'c'), meeting('c', 'b')), appending('d'))),
      await createTestContext(),
    );
    expect(ended).toEqual({ outcome: 'done' });
    expect([ran[0], ran.slice(1, 3).toSorted(), ran[3]]).toEqual(['a', ['b', 'c'], 'd']);
    expectWellFormed(events);
  });

  it('run one after the other with a parallelism of one', async () => {
    const { ran } = await attempt(
      planOf(inParallel(appending('a'), appending('b'), appending('c'))),
      await createTestContext(),
      { parallelism: 1 },
    );
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('finish even if another operation fails, and are not repeated by a resumed run', async () => {
    const context = await createTestContext();
    const slow = appending('b', {
      commands: [hostCommand('sh', '-c', 'sleep 0.3; echo "$1" >> "$2"', 'sh', 'b', '{work}/ran')],
    });
    const planned = (first: Operation): Plan => planOf(inSequence(inParallel(first, slow), appending('c')));
    const { ended, events, ran } = await attempt(planned(failing('a')), context);
    expect(ended).toMatchObject({ outcome: 'failed', failure: { id: 'a' } });
    expect(ran).toEqual(['a', 'b']);
    expect(finishes(events)).toEqual(['a', 'b']);
    expectWellFormed(events);
    expect((await attempt(planned(appending('a')), context)).ran).toEqual(['a', 'b', 'a', 'c']);
  });

  it('are all interrupted by the signal', async () => {
    const stop = new AbortController();
    const context = await createTestContext({ signal: stop.signal });
    const waiting = (id: string): Operation =>
      appending(id, { commands: [hostCommand('sh', '-c', 'echo waiting; exec sleep 1000')] });
    let count = 0;
    const { ended, events } = await attempt(planOf(inParallel(waiting('a'), waiting('b'))), context, {
      onEvent: (event) => {
        if (event.type === 'log' && event.text === 'waiting') count += 1;
        if (count === 2) stop.abort();
      },
    });
    expect(ended).toEqual({ outcome: 'interrupted' });
    expect(finishes(events).toSorted()).toEqual(['a', 'b']);
    expectWellFormed(events);
  });

  it('finish before the run fails because the journal cannot be written', async () => {
    const context = await createTestContext();
    const slow = appending('b', {
      commands: [hostCommand('sh', '-c', 'sleep 0.3; echo b >> "$1"', 'sh', '{work}/ran')],
    });
    const { sink } = createEventCollector();
    const appended: JournalRecord[] = [];
    const ended = runOperations({
      plan: planOf(inParallel(appending('a'), slow)),
      context,
      journal: {
        append: (record) => {
          appended.push(record);
          return record.kind === 'done' ? Promise.reject(new Error('no space left')) : Promise.resolve();
        },
      },
      resumeState: NOTHING_DONE,
      emitter: createEmitter(sink),
      rerunCommand: false,
      session: siteOf(),
      parallelism: 2,
    });
    await expect(ended).rejects.toThrow('no space left');
    expect(appended.map(({ kind }) => kind)).toEqual(['start', 'start', 'done', 'done']);
  });
});

describe('an interrupted attempt at an operation', () => {
  /** Writes the journal of a run that was killed during the operation. */
  async function killedIn(id: string, plan: Plan, context: RunContext): Promise<void> {
    const journal = await openJournal(join(context.roots.work, 'journal'), 'new');
    await journal.append(openRecord(plan));
    for (const { id: operationId } of plan.operations) {
      await journal.append({ kind: 'start', operation: operationId });
      if (operationId === id) break;
      await journal.append({ kind: 'done', operation: operationId });
    }
    await journal.close();
  }

  it('is repeated if that is safe', async () => {
    const context = await createTestContext();
    const plan = planWith(appending('a'), appending('b'), appending('c'));
    await killedIn('b', plan, context);
    expect((await attempt(plan, context)).ran).toEqual(['b', 'c']);
  });

  it('makes the run restart at an earlier operation if its partial effect is useless', async () => {
    const context = await createTestContext();
    const plan = planWith(
      appending('a'),
      appending('tree'),
      appending('early'),
      appending('packages', { undo: { kind: 'again-from', from: 'tree' } }),
    );
    await killedIn('packages', plan, context);
    expect((await attempt(plan, context)).ran).toEqual(['tree', 'early', 'packages']);
  });

  it('is undone before it is repeated, even if there is nothing to undo', async () => {
    const context = await createTestContext();
    const undo = [hostCommand('sh', '-c', 'echo undo >> "$1"; exit 6', 'sh', '{work}/ran')];
    const plan = planWith(appending('user', { undo: { kind: 'commands', commands: undo } }));
    await killedIn('user', plan, context);
    expect((await attempt(plan, context)).ran).toEqual(['undo', 'user']);
  });

  it('is undone after its files are written, which removes stale lock files', async () => {
    const context = await createTestContext();
    const lock = join(context.roots.work, 'passwd.lock');
    const undo = [hostCommand('sh', '-c', 'test -e "$1" || echo undo >> "$2"', 'sh', lock, '{work}/ran')];
    const plan = planWith(
      appending('user', {
        files: [{ kind: 'absent', path: '{work}/passwd.lock' }],
        undo: { kind: 'commands', commands: undo },
      }),
    );
    await killedIn('user', plan, context);
    await writeFile(lock, '2');
    expect((await attempt(plan, context)).ran).toEqual(['undo', 'user']);
  });

  it('counts as done if the operation is atomic and its checks hold', async () => {
    const context = await createTestContext();
    const published = join(context.roots.work, 'published');
    const plan = planWith(
      appending('publish', {
        undo: { kind: 'verify-first' },
        verify: [{ kind: 'exists', path: '{work}/published' }],
      }),
    );
    await killedIn('publish', plan, context);
    await writeFile(published, '');
    expect((await attempt(plan, context)).ran).toEqual([]);
    await rm(published);
    await rm(join(context.roots.work, 'journal'));
    await killedIn('publish', plan, context);
    expect((await attempt(plan, context)).ran).toEqual(['publish']);
  });

  it('is repeated only on request if it ran a custom command, and the failure lists the remaining commands', async () => {
    const context = await createTestContext();
    const command = (number: number): Operation =>
      appending(`command-${number}`, { stage: 'commands', undo: { kind: 'ask' } });
    const plan = planWith(command(1), command(2), command(3));
    await killedIn('command-2', plan, context);
    const refused = await attempt(plan, context);
    expect(refused.ran).toEqual([]);
    expect(refused.ended).toMatchObject({ outcome: 'failed' });
    const { next } = refused.ended.outcome === 'failed' ? refused.ended.failure : { next: '' };
    expect(next).toContain('--rerun-command');
    expect(next).toContain('start over without --resume');
    expect(next).toContain('Custom commands not run: 3.');
    expect((await attempt(plan, context, { rerunCommand: true })).ran).toEqual(['command-2', 'command-3']);
  });
});

describe('the session of a target', () => {
  it('prepares the target before every operation, and can refuse the operation', async () => {
    const context = await createTestContext();
    const { ended, ran } = await attempt(planWith(appending('a'), appending('publish')), context, {
      site: siteOf({
        beforeOperation: ({ id }) => Promise.resolve(id === 'publish' ? 'disk.img is in use' : undefined),
      }),
    });
    expect(ran).toEqual(['a']);
    expect(ended).toMatchObject({ outcome: 'failed', failure: { message: 'publish: disk.img is in use' } });
  });

  it('leaves nothing that could be resumed if it refuses the first operation', async () => {
    const context = await createTestContext();
    const site = siteOf({ beforeOperation: () => Promise.resolve('it is mounted at /mnt') });
    const { ended, ran } = await attempt(planWith(appending('wipe'), appending('a')), context, { site });
    expect(ran).toEqual([]);
    expect(ended).toMatchObject({ outcome: 'refused', failure: { message: 'wipe: it is mounted at /mnt' } });
    const records = await readJournal(join(context.roots.work, 'journal'));
    expect(records?.map(({ kind }) => kind)).toEqual(['open']);
  });

  it('is notified after the journal has recorded an operation', async () => {
    const context = await createTestContext();
    const heard: unknown[] = [];
    const after = async ({ id }: Operation): Promise<void> => {
      heard.push([id, (await readJournal(join(context.roots.work, 'journal')))?.at(-1)]);
    };
    await attempt(planWith(appending('a')), context, { site: siteOf({ afterOperation: after }) });
    expect(heard).toEqual([['a', { kind: 'done', operation: 'a' }]]);
  });
});

describe('an operation whose effect ends with the run', () => {
  const mounts = appending('mount', { everyRun: true });

  it('is repeated by a resumed run, unlike the operations that follow it', async () => {
    const context = await createTestContext();
    const broken = planWith(mounts, appending('a'), failing('b'));
    await attempt(broken, context);
    await attempt(broken, context);
    const { ran } = await attempt(planWith(mounts, appending('a'), appending('b')), context);
    expect(ran).toEqual(['mount', 'a', 'b', 'mount', 'b', 'mount', 'b']);
  });

  it('is not repeated if no operation remains after it', async () => {
    const context = await createTestContext();
    const plan = planWith(mounts, appending('a'));
    await attempt(plan, context);
    expect((await attempt(plan, context)).ran).toEqual(['mount', 'a']);
  });
});
