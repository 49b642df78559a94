import type { Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { escapePointer } from './json/tree.ts';
import { locatePointer, type JsonObject, type JsonValue, type Model } from './model.ts';
import { keyPath } from './wording.ts';
import type { InstallerConfig } from '../schema/types.gen.ts';

/** Keys whose text is left empty to say nothing; whose absence means something. */
const emptyMeansAbsent: readonly { readonly pointer: RegExp; readonly meaning: string }[] = [
  { pointer: /^\/hostname$/, meaning: 'the host name is archlinux' },
  { pointer: /^\/timezone$/, meaning: 'the time zone is UTC' },
  { pointer: /^\/keyboard-language$/, meaning: 'the keyboard layout is us' },
  { pointer: /^\/sys-(language|encoding)$/, meaning: 'the default counts' },
  { pointer: /^\/!root-password$/, meaning: 'root is locked' },
  { pointer: /^\/!users(\/\d+)?\/!password$/, meaning: 'the account is locked' },
  { pointer: /^\/network_config\/nics\/\d+\/(ip|gateway)$/, meaning: 'none is set' },
];

export interface ValidSubset {
  /** Every value has the type of its key; list items that do not are `undefined`. */
  readonly config: Partial<InstallerConfig>;
  /** Pointers of the empty texts that count as absent. */
  readonly empty: ReadonlySet<string>;
  readonly findings: readonly Diagnostic[];
}

/** The configuration without what is wrong or counts as absent, so that rules judge only what is there and fits. */
export function validSubset(model: Model, wrong: ReadonlySet<string>): ValidSubset {
  const findings: Diagnostic[] = [];
  const emptied = new Set<string>();
  const copy = (value: JsonValue, pointer: string): JsonValue | undefined => {
    if (wrong.has(pointer) || model.unread.has(pointer) || model.hidden.has(pointer)) return undefined;
    if (value === '') {
      const empty = emptyMeansAbsent.find((key) => key.pointer.test(pointer));
      if (empty !== undefined) {
        const message = `${keyPath(pointer)} is empty, which counts as absent: ${empty.meaning}`;
        findings.push(finding('empty-is-absent', { ...locatePointer(model, pointer), message }));
        emptied.add(pointer);
        return undefined;
      }
    }
    // A hole keeps the places of the others.
    if (Array.isArray(value))
      return value.map((item, index) => copy(item, `${pointer}/${index}`) as JsonValue);
    if (typeof value !== 'object' || value === null) return value;
    const object = Object.create(null) as JsonObject;
    for (const [key, inner] of Object.entries(value)) {
      const kept = copy(inner, `${pointer}/${escapePointer(key)}`);
      if (kept !== undefined) object[key] = kept;
    }
    return object;
  };
  return { config: copy(model.value, '') as Partial<InstallerConfig>, empty: emptied, findings };
}
