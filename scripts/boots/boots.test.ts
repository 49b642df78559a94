import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planInstallation, type Plan, type PlanRequest } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import {
  allBoots,
  bootOptions,
  bootsOfPart,
  chosenBoots,
  configurationOf,
  bootTitle,
  type Boot,
} from './boots.ts';
import { allLayouts, layoutConfiguration, layoutOptions, layoutTitle } from './layouts.ts';
import { listCombinations, coverPairs, listPairs } from './pairs.ts';

const pairs = (boots: readonly Boot[]): Set<string> => new Set(boots.flatMap((boot) => listPairs(boot)));

describe('a choice of combinations', () => {
  it('covers every pair of three options with two values in four combinations, the minimum', () => {
    const combinations = listCombinations({ one: [1, 2], two: [1, 2], three: [1, 2] });
    const chosen = coverPairs(combinations);
    expect(combinations).toHaveLength(8);
    expect(new Set(chosen.flatMap((one) => listPairs(one))).size).toBe(12);
    expect(chosen).toHaveLength(4);
  });

  it('prefers the cheaper of two sets of the same size', () => {
    const combinations = listCombinations({ one: [1, 2], two: [1, 2], three: [1, 2] });
    const cost = ({ one, two, three }: (typeof combinations)[number]): number =>
      (one + two + three) % 2 === 0 ? 0 : 1;
    expect(coverPairs(combinations, cost).map((one) => cost(one))).toEqual([0, 0, 0, 0]);
    expect(coverPairs(combinations, (one) => 1 - cost(one)).map((one) => cost(one))).toEqual([1, 1, 1, 1]);
  });
});

describe('the boots of ./test --all', () => {
  it('cover every value and every pair of values of ./test --matrix', () => {
    expect(pairs(chosenBoots)).toEqual(pairs(allBoots));
    const values = (boots: readonly object[]): Set<string> =>
      new Set(boots.flatMap((boot) => Object.entries(boot).map((entry) => entry.join(' '))));
    expect(values(chosenBoots)).toEqual(values(listCombinations(bootOptions)));
  });

  it('are as few as possible: GRUB from BIOS with each of three networks and from UEFI, and two more boot loaders with three networks each', () => {
    expect(chosenBoots).toHaveLength(10);
  });
});

async function planOf(
  changes: Record<string, unknown>,
  request: Pick<PlanRequest, 'targets' | 'firmware'>,
): Promise<Plan | undefined> {
  const file = fileURLToPath(new URL('../../examples/install/minimal.json', import.meta.url));
  const example = JSON.parse(readFileSync(file, 'utf8')) as object;
  const text = Buffer.from(JSON.stringify({ ...example, ...changes }));
  return (await planInstallation({ config: { file, text }, ...request })).plan;
}

describe('the boots of ./test --matrix', () => {
  it('are the combinations that the installer accepts', async () => {
    const accepted: string[] = [];
    for (const boot of listCombinations(bootOptions)) {
      const targets = ['/tmp/first.img', '/tmp/second.img'].slice(0, boot.drives);
      const plan = await planOf(configurationOf(boot, 'enp0s8'), { targets, firmware: boot.firmware });
      if (plan !== undefined) accepted.push(bootTitle(boot));
    }
    expect(allBoots.map((boot) => bootTitle(boot))).toEqual(accepted);
  });

  it('contain the layouts that the installer accepts', async () => {
    const accepted: string[] = [];
    for (const layout of listCombinations(layoutOptions)) {
      const { firmware } = layout;
      const changes = layoutConfiguration(layout, 'a long passphrase');
      const plan = await planOf(changes, { targets: ['/tmp/first.img'], firmware });
      if (plan !== undefined) accepted.push(layoutTitle(layout));
    }
    expect(allLayouts.map(layoutTitle)).toEqual(accepted);
  });

  it('are split into parts that contain every boot once', () => {
    expect(bootsOfPart('1/1', allBoots)).toEqual(allBoots);
    const parts = ['1/5', '2/5', '3/5', '4/5', '5/5'].map((part) => bootsOfPart(part, allBoots));
    expect(parts.map((part) => part.length)).toEqual([44, 43, 43, 43, 43]);
    expect(new Set(parts.flat())).toEqual(new Set(allBoots));
  });

  it.each(['0/6', '7/6', '1', '1/0', '1/6/2', '-1/6', '1.5/6', 'all'])(
    'cannot be selected by the invalid part %s',
    (part) => {
      expect(() => bootsOfPart(part, allBoots)).toThrow(
        `a part of the boots must be K/N with K from 1 to N, such as 2/6: ${part}`,
      );
    },
  );
});
