/**
 * Golden plans of a covering set of configurations; `WRIT_UPDATE=1` updates them. The first rows contain
 * every pair of values except those of `details`; their complete plans are stored. The other rows cover the
 * remaining pairs; only their outlines are stored, with a digest that covers the rest.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/schema.json' with { type: 'json' };
import { renderPlan } from '../render-plan.ts';
import { planFor } from '../testing.ts';
import { goldenCase } from './configuration.ts';
import { absent, allowed, dimensions, driverNames, type Dimension } from './dimensions.ts';
import { allowedPairs, pairsOf, coverPairs, type Row } from './pairwise.ts';
import { renderGolden, goldenFileName, renderOutline } from './render-golden.ts';

const folder = new URL('fixtures/', import.meta.url);
const update = process.env['WRIT_UPDATE'] === '1';

const missing = allowedPairs(dimensions, allowed);
const all = new Set(missing);
const ofDetails = (pair: string): boolean => pair.startsWith('details=') && !pair.includes(' main=');
const whole = coverPairs(dimensions, allowed, missing, (pair) => !ofDetails(pair));
const outlined = coverPairs(dimensions, allowed, missing, () => true);

/** Returns the golden text, and writes it first if `WRIT_UPDATE=1`. */
function goldenText(name: string, text: string): string {
  const file = new URL(name, folder);
  if (update) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  return existsSync(file) ? readFileSync(file, 'utf8') : `${name}: WRIT_UPDATE=1 writes it`;
}

/** Lists all strings below keys with this name. */
function valuesOf(config: object, name: string): string[] {
  return Object.entries(config).flatMap(([key, value]: [string, unknown]): string[] => {
    if (key === name && Array.isArray(value)) return value.map(String);
    if (typeof value === 'object' && value !== null) return valuesOf(value, name);
    return key === name ? [String(value)] : [];
  });
}

async function planned(row: Row<Dimension>): ReturnType<typeof planFor> {
  const { config, options } = goldenCase(row);
  return planFor(config, options);
}

describe('the covering set of configurations', () => {
  it('contains every pair of values that can be combined', () => {
    const rows = [...whole, ...outlined];
    expect(whole.length).toBeGreaterThan(60);
    expect(rows.filter((row) => !allowed(row))).toEqual([]);
    const held = new Set(rows.flatMap((row) => pairsOf(row, dimensions)));
    expect([...all].filter((pair) => !held.has(pair))).toEqual([]);
    const first = new Set(whole.flatMap((row) => pairsOf(row, dimensions)));
    expect([...all].filter((pair) => !ofDetails(pair) && !first.has(pair))).toEqual([]);
  });

  it.each([
    ['details-against-main', { main: 'server', details: 'gnome' }],
    ['uki-needs-efi-loader', { bootloader: 'grub-install', uki: 'true' }],
    ['loader-needs-uefi', { bootloader: 'efistub', firmware: 'bios' }],
    ['bios-sectors', { bootloader: 'grub-install', firmware: 'bios', place: 'live-usb-4kn' }],
    ['iso-network', { network: 'iso', place: 'image' }],
    ['iso-network', { network: 'iso', place: 'qemu-uefi' }],
    ['no-login', { root: absent, users: 'locked' }],
    ['no-credentials', { root: absent, users: absent }],
    ['no-effect', { main: 'server', driver: 'intel' }],
    ['no-effect', { main: 'minimal', greeter: 'gdm' }],
  ])('excludes a row with the error %j: %s', async (rule, values) => {
    expect(allowed(values)).toBe(false);
    const { findings } = await planned({ ...whole[0]!, ...values });
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });

  it('has every value of every enumeration in a row with a complete golden plan', () => {
    const configs = whole.map((row) => goldenCase(row).config);
    const { properties } = schema;
    const enumerations = {
      bootloader: properties.bootloader.enum,
      kernels: schema.$defs.kernel.enum,
      'additional-repositories': properties['additional-repositories'].enum,
      audio: properties.audio_config.properties.audio.enum,
      type: properties.network_config.properties.type.enum,
      main: properties.profile.properties.main.enum,
      details: properties.profile.properties.details.anyOf[0]?.enum ?? [],
      gfx_driver: properties.profile.properties.gfx_driver.enum,
      greeter_type: properties.profile.properties.greeter_type.enum,
    };
    for (const [key, values] of Object.entries(enumerations)) {
      const found = values.filter((value) => configs.some((config) => valuesOf(config, key).includes(value)));
      expect(found, key).toEqual(values);
    }
    expect(Object.values(driverNames).toSorted()).toEqual(enumerations.gfx_driver.toSorted());
  });
});

describe('golden plans', () => {
  it.each(whole.map((row, index) => [goldenFileName(row, index), row] as const))('%s', async (name, row) => {
    const { plan, findings } = await planned(row);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const text = renderGolden(goldenCase(row), findings, plan!);
    expect(text).not.toMatch(/canary/i);
    expect(renderPlan(plan!, 'json')).not.toMatch(/canary/i);
    expect(text).toBe(goldenText(name, text));
  });

  it('for the other rows match the stored outlines', async () => {
    const outlines: string[] = [];
    for (const row of outlined) {
      const { plan, findings } = await planned(row);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      outlines.push(renderOutline(row, plan!));
    }
    const text = outlines.join('\n');
    expect(text).not.toMatch(/canary/i);
    expect(text).toBe(goldenText('outlines.txt', text));
  });

  it('are the only files in their folder', () => {
    const names = [...whole.map(goldenFileName), 'outlines.txt'].toSorted();
    const there = readdirSync(folder).toSorted();
    if (update) for (const name of there) if (!names.includes(name)) rmSync(new URL(name, folder));
    expect(readdirSync(folder).toSorted()).toEqual(names);
  });
});
