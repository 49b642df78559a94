import type { Diagnostic } from '@writ/diagnostics';
import { keyPath, locatePointer, type Model } from '@writ/installer/internal';
import type { RuleName } from './finding-codes.ts';

/**
 * The effect of a conversion on a key. `kept`: the key and its value are unchanged. `changed`: its setting has another
 * key or value. `omitted`: the key had no effect on the installed system. `lost`: its setting has no equivalent, or its
 * loss is not accepted. `added`: the file did not contain the key.
 */
export type KeyOutcome = 'kept' | 'changed' | 'omitted' | 'lost' | 'added';

/** The effect of a conversion on one key. */
export interface KeyReport {
  /** The name of the file that contains the key; for an added key, the configuration. */
  readonly file: string;
  /** The path of the key, such as `disk_config.device_modifications[0].wipe`. */
  readonly key: string;
  readonly outcome: KeyOutcome;
  /** The effect in words, with the reason; absent for a key that is kept. */
  readonly explanation?: string;
}

/** A key that the conversion adds. */
export interface AddedKey {
  readonly key: string;
  readonly explanation: string;
}

const outcomes: Readonly<Partial<Record<RuleName, KeyOutcome>>> = {
  converted: 'changed',
  'nearest-equivalent': 'changed',
  needless: 'omitted',
  replaced: 'omitted',
  'no-equivalent': 'lost',
  'setting-lost': 'lost',
};

/**
 * Lists the effect of a conversion on each key: in the order of the files, followed by added keys. The path of a key
 * contains no secrets.
 *
 * @param findings the findings of the conversion
 * @param kept pointers of keys whose values are copied
 */
export function reportKeys(
  model: Model,
  findings: readonly Diagnostic[],
  kept: readonly string[],
  added: readonly AddedKey[],
): readonly KeyReport[] {
  const changed = findings.flatMap(({ rule, message, ...place }) => {
    const outcome = outcomes[rule as RuleName];
    const key = keyPath(place.pointer ?? '');
    return outcome === undefined || key === ''
      ? []
      : [{ place, report: { key, outcome, explanation: withoutKey(message, key) } }];
  });
  const reported = new Set(changed.map(({ place, report }) => `${place.file}: ${report.key}`));
  const unchanged = kept.flatMap((pointer) => {
    const place = locatePointer(model, pointer, 'key');
    const key = keyPath(pointer);
    return reported.has(`${place.file}: ${key}`)
      ? []
      : [{ place, report: { key, outcome: 'kept' as const } }];
  });
  const configuration = locatePointer(model, '', 'open').file ?? '';
  const isOfCredentials = (file: string | undefined): number => Number(file !== configuration);
  const sorted = [...changed, ...unchanged].toSorted(
    (a, b) =>
      isOfCredentials(a.place.file) - isOfCredentials(b.place.file) ||
      (a.place.range?.start.offset ?? 0) - (b.place.range?.start.offset ?? 0),
  );
  return [
    ...sorted.map(({ place, report }) => ({ file: place.file ?? configuration, ...report })),
    ...added.map(({ key, explanation }) => ({
      file: configuration,
      key,
      outcome: 'added' as const,
      explanation,
    })),
  ];
}

/** Removes the path of the key from the beginning of a message. */
function withoutKey(message: string, key: string): string {
  return message.startsWith(key) ? message.slice(key.length).replace(/^:? +/, '') : message;
}
