import type { Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { escapePointer } from './pointers.ts';
import { locatePointer, type JsonObject, type JsonValue, type Model } from './model.ts';
import { keyPath } from './wording.ts';
import type { InstallerConfig } from '../schema/types.gen.ts';

/** Keys that are ignored if their value is an empty string, each with the consequence. */
const emptyMeansAbsent: readonly { readonly pointer: RegExp; readonly meaning: string }[] = [
  { pointer: /^\/hostname$/, meaning: 'the host name is archlinux' },
  { pointer: /^\/timezone$/, meaning: 'the time zone is UTC' },
  { pointer: /^\/keyboard-language$/, meaning: 'the keyboard layout is us' },
  { pointer: /^\/sys-(language|encoding)$/, meaning: 'the default applies' },
  { pointer: /^\/!root-password$/, meaning: 'root is locked' },
  { pointer: /^\/!users(\/\d+)?\/!password$/, meaning: 'the account is locked' },
  { pointer: /^\/network_config\/nics\/\d+\/(ip|gateway)$/, meaning: 'no address is set' },
];

/** The part of a configuration that matches the schema. */
export interface ValidSubset {
  /** Contains only values of the correct type; invalid list items are `undefined`. */
  readonly config: Partial<InstallerConfig>;
  /** Pointers of empty strings that are ignored. */
  readonly empty: ReadonlySet<string>;
  readonly findings: readonly Diagnostic[];
}

/** Removes invalid and ignored values, for checks that rely on types. */
export function validSubset(model: Model, wrong: ReadonlySet<string>): ValidSubset {
  const findings: Diagnostic[] = [];
  const emptied = new Set<string>();
  const copy = (value: JsonValue, pointer: string): JsonValue | undefined => {
    if (wrong.has(pointer) || model.unread.has(pointer) || model.hidden.has(pointer)) return undefined;
    if (value === '') {
      const empty = emptyMeansAbsent.find((key) => key.pointer.test(pointer));
      if (empty !== undefined) {
        const message = `${keyPath(pointer)} is empty and is therefore ignored: ${empty.meaning}`;
        findings.push(finding('empty-is-absent', { ...locatePointer(model, pointer), message }));
        emptied.add(pointer);
        return undefined;
      }
    }
    // `undefined` items preserve the indices of the remaining items.
    if (Array.isArray(value))
      return value.map((item, index) => copy(item, `${pointer}/${index}`) as JsonValue);
    if (typeof value !== 'object' || value === null) return value;
    const object = Object.create(null) as JsonObject;
    for (const [key, inner] of Object.entries(value)) {
      const copied = copy(inner, `${pointer}/${escapePointer(key)}`);
      if (copied !== undefined) object[key] = copied;
    }
    return object;
  };
  return { config: copy(model.value, '') as Partial<InstallerConfig>, empty: emptied, findings };
}
