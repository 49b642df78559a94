/** Properties that every plan has, for any configuration and machine. These tests take a few seconds. */
import { REDACTED } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../config/check.ts';
import { indexDependencies } from '../dependencies.ts';
import { canonicalJson } from '../digest.ts';
import { fileRoots, stages, type Command, type Operation } from '../operation.ts';
import { checkPartition, rereadTable } from '../operations/disk-table.ts';
import type { Plan } from '../plan.ts';
import { renderPlan } from '../render-plan.ts';
import { planFor } from '../testing.ts';
import { SECRET, changes, configs, generatedPlaces, withOtherSecrets } from './arbitraries.ts';
import type { GeneratedConfig, GeneratedPlace } from './arbitraries.ts';

// Each case creates several plans.
const { numRuns = 100 } = fc.readConfigureGlobal();
const quarter = { numRuns: Math.ceil(numRuns / 4) } as const;

async function planned(config: GeneratedConfig, place: GeneratedPlace): Promise<Plan> {
  const { plan, findings } = await planFor(config, place);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(JSON.stringify(findings).toLowerCase()).not.toContain(SECRET);
  return plan!;
}

/** The latest plans: with a fixed seed, all properties receive the same configurations. */
const plans = new Map<string, Plan>();
const MAX_PLANS = 200;

async function planOnce(config: GeneratedConfig, place: GeneratedPlace): Promise<Plan> {
  const key = JSON.stringify([config, place]);
  const plan = plans.get(key) ?? (await planned(config, place));
  if (plans.size === MAX_PLANS) plans.clear();
  plans.set(key, plan);
  return plan;
}

/** Checks a property of plans of generated configurations. */
function ofEvery(
  judge: (plan: Plan, config: GeneratedConfig, place: GeneratedPlace) => void | Promise<void>,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(configs, generatedPlaces, async (config, place) => {
      await judge(await planOnce(config, place), config, place);
    }),
    quarter,
  );
}

function commandsOf({ commands, verify, undo }: Operation): Command[] {
  return [
    ...commands,
    ...verify.flatMap((check) => (check.kind === 'command' ? [check.command] : [])),
    ...(undo.kind === 'commands' ? undo.commands : []),
  ];
}

const isOwn = ({ id }: Operation): boolean => id.startsWith('command-');

describe('every plan', () => {
  it('is deterministic, and unchanged by a round trip through JSON', () =>
    ofEvery(async (plan, config, place) => {
      const again = await planned(config, place);
      expect(canonicalJson(again)).toBe(canonicalJson(plan));
      const read = JSON.parse(renderPlan(plan, 'json')) as Plan;
      expect(canonicalJson(read)).toBe(canonicalJson(plan));
      expect(renderPlan(read)).toBe(renderPlan(plan));
    }));

  it('has unique operation ids, each with check, limit, weight and undo, in the order of the stages', () =>
    ofEvery(({ operations }) => {
      const ids = operations.map(({ id }) => id);
      expect(new Set(ids).size, ids.join(' ')).toBe(ids.length);
      const order = operations.map(({ stage }) => stages.indexOf(stage));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      operations.forEach(({ id, verify, limit, weight, undo }, index) => {
        expect([id, verify.length > 0, limit > 0, weight > 0]).toEqual([id, true, true, true]);
        expect(['repeat', 'commands', 'again-from', 'verify-first', 'ask']).toContain(undo.kind);
        if (undo.kind === 'again-from') expect(ids.slice(0, index)).toContain(undo.from);
      });
    }));

  it('starts with one operation, and every other operation depends on operations that precede it', () =>
    ofEvery(({ operations }) => {
      operations.forEach(({ id, after }, index) => {
        const earlier = new Set(operations.slice(0, index).map((one) => one.id));
        expect([id, after.length > 0]).toEqual([id, index > 0]);
        expect(after.filter((dependency) => !earlier.has(dependency))).toEqual([]);
        expect(new Set(after).size).toBe(after.length);
      });
    }));

  it('runs custom commands alone, edits users one after the other, and never writes a file twice at the same time', () =>
    ofEvery(({ operations }) => {
      const dependencies = indexDependencies(operations);
      const areParallel = (one: Operation, other: Operation): boolean =>
        one !== other &&
        dependencies.get(one.id)?.has(other.id) !== true &&
        dependencies.get(other.id)?.has(one.id) !== true;
      const editsUsers = ({ files }: Operation): boolean =>
        files.some(({ path }) => path === '{tree}/etc/shadow.lock');
      const written = ({ files }: Operation): string[] => files.map(({ path }) => path);
      for (const one of operations) {
        const parallel = operations.filter((other) => areParallel(one, other));
        if (isOwn(one)) expect(parallel).toEqual([]);
        if (editsUsers(one)) expect(parallel.filter(editsUsers)).toEqual([]);
        const paths = new Set(written(one));
        expect(parallel.flatMap(written).filter((path) => paths.has(path))).toEqual([]);
      }
    }));

  it('writes fstab and the boot loader before it runs custom commands, and downloads before the first write', () =>
    ofEvery(({ operations }) => {
      const at = (found: (operation: Operation) => boolean): number => operations.findIndex(found);
      const own = at(isOwn);
      if (own >= 0) {
        expect(at(({ id }) => id === 'fstab')).toBeLessThan(own);
        expect(operations.findLastIndex(({ stage }) => stage === 'loader')).toBeLessThan(own);
      }
      expect(at(({ id }) => id === 'download')).toBe(0);
      const guard = at(({ guardsTarget }) => guardsTarget === true);
      const writer = at(
        (operation) =>
          !isOwn(operation) &&
          operation.commands.some(({ argv }) => argv.some((text) => /\{(target|second)\}/.test(text))),
      );
      expect(guard).toBe(writer);
    }));

  it('contains no secret, and passes none in an argument', () =>
    ofEvery((plan) => {
      const shown = [
        renderPlan(plan),
        renderPlan(plan, 'json'),
        renderPlan(plan, 'summary'),
        JSON.stringify(plan),
      ];
      expect(shown.join('\n').toLowerCase()).not.toContain(SECRET);
      for (const { secrets, commands } of plan.operations) {
        const read = commands
          .flatMap(({ stdin = [] }) => stdin)
          .flatMap((part) => (typeof part === 'object' && 'secret' in part ? [part.secret] : []));
        expect(new Set(read)).toEqual(new Set(secrets));
      }
    }));

  it('contains only paths below its roots in files, checks and arguments of commands on this machine', () =>
    ofEvery(({ operations }) => {
      const place = new RegExp(`^\\{(${fileRoots.join('|')})\\}`);
      const files = operations.flatMap((one) => one.files.map(({ path }) => path));
      expect(files.filter((path) => !/^\{tree\}\/(?!.*(^|\/)\.\.(\/|$))/.test(path))).toEqual([]);
      const checked = operations.flatMap(({ verify }) =>
        verify.flatMap((check) => ('path' in check ? check.path : [])),
      );
      expect(checked.filter((path) => !place.test(path))).toEqual([]);
      const outside = operations
        .flatMap(commandsOf)
        .filter(({ where }) => where !== 'chroot')
        .flatMap(({ argv: [program = '', ...given] }) =>
          given.flatMap((text) => outsidePaths(program, text)),
        );
      expect(outside).toEqual([]);
    }));

  it('runs programs with argument vectors, and a shell only for custom commands and scripts without values', () =>
    ofEvery(({ operations }, config) => {
      const shells = /^(ba|da|z|k|c)?sh$|^(env|eval|xargs|nohup|watch|script)$/;
      // The scripts are the same for all values, which they receive as arguments.
      const scripts = new Set(
        [rereadTable(''), checkPartition('', { uuid: '' })].map(({ argv }) => argv.slice(0, 4).join('\n')),
      );
      for (const operation of operations) {
        if (isOwn(operation)) continue;
        for (const { argv } of commandsOf(operation)) {
          const values = scripts.has(argv.slice(0, 4).join('\n')) ? argv.slice(4) : argv;
          expect(values.filter((text) => shells.test(text))).toEqual([]);
        }
      }
      const own = operations
        .filter(isOwn)
        .map(({ commands }) => commands.map(({ where, argv }) => [where, ...argv]));
      const asked = (config['custom-commands'] ?? []) as string[];
      expect(own).toEqual(asked.map((text) => [['chroot', 'bash', '-c', text]]));
    }));

  it('requires every package, program and unit that it uses before the first write', () =>
    ofEvery(({ operations, requirements }) => {
      const packages = requirements.packages.map(({ name }) => name);
      const units = requirements.units.map(({ name }) => name);
      for (const { commands, when, completes } of operations) {
        const isOptional = when !== undefined || completes !== undefined;
        for (const { where, argv } of commands) {
          const given = argv.slice(argv.indexOf('--') + 1);
          if (argv[0] === 'pacman') expect(given).toEqual(packages);
          if (argv.includes('enable')) for (const unit of given) expect(units).toContain(unit);
          if (where === 'chroot' && !isOptional) expect(requirements.programs).toContain(argv[0]);
        }
      }
      const enabled = operations.flatMap(({ commands }) =>
        commands.flatMap(({ argv }) => (argv.includes('enable') ? argv.slice(argv.indexOf('--') + 1) : [])),
      );
      expect(enabled.toSorted()).toEqual(units.toSorted());
      const tools = requirements.tools.map(({ program }) => program);
      const atHand = new Set([...tools, ...basic]);
      for (const operation of operations)
        for (const { where, argv } of commandsOf(operation))
          if (where !== 'chroot') expect(atHand).toContain(argv[0]);
    }));
});

/** Programs that every system with a shell contains. */
const basic = ['cp', 'dd', 'find', 'install', 'mv', 'rm', 'sed', 'sh', 'sync', 'truncate', 'true'];

/** Absolute paths in an argument that do not start at a root, except for the two null devices. */
function outsidePaths(program: string, text: string): string[] {
  // In a sed script, slashes and dots are parts of patterns.
  if (program === 'sed' && /^\/|^\$|^[ia] |^b|^\}$/.test(text)) return [];
  if (program === 'efibootmgr' && (text.startsWith('\\') || text.startsWith('initrd='))) return [];
  if (/(^|\/)\.\.(\/|$)/.test(text)) return [text];
  return [...text.matchAll(/(?:^|[=,])(\/[^=,]*)/g)].flatMap(([, path = '']) =>
    path === '/dev/null' || path === '/dev/zero' ? [] : [path],
  );
}

describe('the digest of a plan', () => {
  it('does not depend on secrets, and neither does the plan', () =>
    ofEvery(async (plan, config, place) => {
      const other = withOtherSecrets(config);
      expect(JSON.stringify(other)).not.toBe(JSON.stringify(config));
      expect(canonicalJson(await planned(other, place))).toBe(canonicalJson(plan));
    }));

  it('changes with every setting except secrets', () =>
    fc.assert(
      fc.asyncProperty(configs, generatedPlaces, changes, async (config, place, change) => {
        const other = { ...config, ...change };
        const [one, two] = [await planFor(config, place), await planFor(other, place)];
        fc.pre(two.plan !== undefined);
        expect(one.plan?.digest === two.plan?.digest).toBe(
          settingsWithoutSecrets(config) === settingsWithoutSecrets(other),
        );
      }),
      quarter,
    ));

  it('changes with the disk and with the size of an image', () =>
    ofEvery(async ({ digest }, config, place) => {
      const digests = [digest, (await planFor(config, { ...place, seed: 'ab' })).plan?.digest];
      const disks = place.machine?.disks.map((disk) => ({
        ...disk,
        size: disk.size + 2 ** 20,
        serial: 'other',
      }));
      const machine = disks === undefined ? {} : { machine: { ...place.machine!, disks } };
      digests.push((await planFor(config, { ...place, ...machine, imageSize: 2 ** 34 })).plan?.digest);
      expect(new Set(digests).size).toBe(3);
    }));
});

/** The settings without secrets: configurations with equal settings have equal plans. */
function settingsWithoutSecrets(config: GeneratedConfig): string {
  const { settings } = checkConfiguration({ config: { file: 'config.json', text: JSON.stringify(config) } });
  // A missing password is planned like a plain one.
  return canonicalJson(settings).replaceAll(
    /"kind":"missing","name":"[^"]*"/g,
    `"kind":"plain","value":"${REDACTED}"`,
  );
}
