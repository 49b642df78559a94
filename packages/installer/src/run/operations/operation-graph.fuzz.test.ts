import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPlan } from '../../plan/create-plan.ts';
import type { Operation, Undo } from '../../plan/operation.ts';
import { defineOperation } from '../../plan/operations/define-operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { sampleFacts, sampleSettings } from '../../plan/testing.ts';
import type { RunContext } from '../context.ts';
import { createEmitter } from '../emitter.ts';
import type { JournalRecord } from '../journal-record.ts';
import { resolveResumeState } from '../resume-state.ts';
import { createEventCollector, createTestContext } from '../testing.ts';
import { runOperations } from './operations.ts';

const sample = createPlan(sampleSettings(), sampleFacts, {});
const opened: JournalRecord = {
  kind: 'open',
  version: 1,
  plan: sample.digest,
  target: sample.target.identity,
  boot: 'boot',
  time: '',
};

/** An operation of a generated graph. Numbers refer to earlier operations, modulo their count. */
const node = fc.record({
  after: fc.array(fc.nat(11), { maxLength: 3 }),
  undo: fc.constantFrom('repeat', 'again-from', 'verify-first', 'commands'),
  from: fc.nat(11),
  everyRun: fc.boolean(),
  /** Number of event loop turns for which the operation runs. */
  turns: fc.nat(4),
  isSkipped: fc.boolean(),
});
type Node = typeof node extends fc.Arbitrary<infer T> ? T : never;

const run = fc.record({
  nodes: fc.array(node, { minLength: 1, maxLength: 12 }),
  parallelism: fc.integer({ min: 1, max: 4 }),
  /** Number of records after which each attempt is killed. */
  kills: fc.array(fc.nat(30), { maxLength: 4 }),
});

function createGraph(nodes: readonly Node[]): { plan: Plan; turns: ReadonlyMap<string, number> } {
  const ancestors: Set<number>[] = [];
  const operations = nodes.map((one, index): Operation => {
    const after = index === 0 ? [] : [...new Set(one.after.map((number) => number % index))];
    const before = new Set(after.flatMap((number) => [number, ...(ancestors[number] ?? [])]));
    ancestors.push(before);
    const from = [...before][one.from % Math.max(1, before.size)];
    return {
      ...defineOperation({
        id: `o${index}`,
        title: `o${index}`,
        stage: 'system',
        verify: [{ kind: 'ended' }],
        undo: undoOf(one.undo, from),
        ...(one.everyRun ? { everyRun: true } : {}),
        ...(one.isSkipped ? { when: ['{tree}/absent'] } : {}),
      }),
      after: after.map((number) => `o${number}`),
    };
  });
  return {
    plan: { ...sample, operations },
    turns: new Map(nodes.map(({ turns }, index) => [`o${index}`, turns])),
  };
}

function undoOf(kind: Node['undo'], from: number | undefined): Undo {
  if (kind === 'again-from') return from === undefined ? { kind: 'repeat' } : { kind, from: `o${from}` };
  return kind === 'commands' ? { kind, commands: [] } : { kind };
}

/** Returns the ids of an operation and of its direct and indirect dependents. */
function withDependents(id: string, { operations }: Plan): Set<string> {
  const found = new Set([id]);
  for (const one of operations) if (one.after.some((earlier) => found.has(earlier))) found.add(one.id);
  return found;
}

/**
 * Returns the ids of the operations that are done by definition: no record after their end record invalidates
 * it.
 */
function doneAccordingTo(records: readonly JournalRecord[], plan: Plan): Set<string> {
  const isDone = (id: string): boolean => {
    const end = records.findLastIndex((record) => isEnd(record) && record.operation === id);
    const start = records.findLastIndex(
      (record) => record.kind === 'start' && withDependents(record.operation, plan).has(id),
    );
    return end > start;
  };
  const done = new Set(plan.operations.map(({ id }) => id).filter(isDone));
  for (const { id, undo } of plan.operations) {
    const lastStart = records.findLastIndex((record) => record.kind === 'start' && record.operation === id);
    const isHalf = lastStart >= 0 && !done.has(id) && !wasInvalidated(id, lastStart, records, plan);
    if (undo.kind === 'again-from' && isHalf)
      for (const dependent of withDependents(undo.from, plan)) done.delete(dependent);
  }
  return done;
}

function wasInvalidated(id: string, start: number, records: readonly JournalRecord[], plan: Plan): boolean {
  return records
    .slice(start + 1)
    .some((record) => record.kind === 'start' && withDependents(record.operation, plan).has(id));
}

function isEnd(
  record: JournalRecord,
): record is Extract<JournalRecord, { kind: 'start' | 'done' | 'skipped' }> {
  return record.kind === 'done' || record.kind === 'skipped';
}

/** Runs the remaining operations. Returns their ids in starting order, and the new records. */
async function attempt(
  { plan, turns }: ReturnType<typeof createGraph>,
  records: readonly JournalRecord[],
  parallelism: number,
  context: RunContext,
): Promise<{ started: string[]; appended: JournalRecord[] }> {
  const state = resolveResumeState(records, plan, 'boot');
  if ('mismatch' in state) throw new Error(state.mismatch);
  const { events, sink } = createEventCollector();
  const appended: JournalRecord[] = [];
  const ended = await runOperations({
    plan,
    context,
    journal: { append: async (record) => void appended.push(record) },
    resumeState: state,
    emitter: createEmitter(sink),
    rerunCommand: false,
    session: {
      beforeOperation: async ({ id }) => {
        for (let turn = turns.get(id) ?? 0; turn > 0; turn -= 1) await new Promise(setImmediate);
        return undefined;
      },
      afterOperation: () => Promise.resolve(),
      roots: context.roots,
    },
    parallelism,
  });
  expect(ended).toEqual({ outcome: 'done' });
  const running = new Set<string>();
  const finished = new Set<string>();
  const willRun = new Set(events.flatMap((event) => (event.type === 'start' ? [event.id] : [])));
  for (const event of events) {
    if (event.type === 'start') {
      running.add(event.id);
      expect(running.size).toBeLessThanOrEqual(parallelism);
      for (const one of plan.operations) {
        if (one.id === event.id || !withDependents(one.id, plan).has(event.id)) continue;
        // Each dependency is either done already or repeated first.
        expect(willRun.has(one.id) ? finished.has(one.id) : state.done.has(one.id)).toBe(true);
      }
    } else if (event.type === 'finish') {
      running.delete(event.id);
      finished.add(event.id);
    }
  }
  return { started: [...willRun], appended };
}

it('a run that is resumed after a kill at any journal record runs all operations that are not done, each after its dependencies', async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ nodes, parallelism, kills }) => {
      const context = await createTestContext();
      const graph = createGraph(nodes);
      const { plan } = graph;
      let records: JournalRecord[] = [opened];
      for (const kill of [...kills, Number.POSITIVE_INFINITY]) {
        const done = doneAccordingTo(records, plan);
        const open = plan.operations.filter(({ id }) => !done.has(id));
        for (const { id } of open)
          for (const dependent of withDependents(id, plan)) expect(done.has(dependent)).toBe(false);
        const repeated = plan.operations.filter(
          ({ id, everyRun }) => everyRun === true && open.some((one) => withDependents(id, plan).has(one.id)),
        );
        const { started, appended } = await attempt(graph, records, parallelism, context);
        expect(started.toSorted()).toEqual(
          [...new Set([...open, ...repeated].map(({ id }) => id))].toSorted(),
        );
        records = [...records, ...appended.slice(0, kill), opened];
      }
      expect(doneAccordingTo(records, plan).size).toBe(plan.operations.length);
    }),
  );
}, 60_000);
