import { isDeepStrictEqual } from 'node:util';
import { phrase, type Wording, type Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  type LocationPart,
  isCriticalKey,
  isSecretKey,
  type JsonObject,
  type JsonValue,
  type Model,
  keyPath,
  locatePointer,
  pointerKeys,
  displayValue,
  term,
} from '@writ/installer/internal';
import type { ConfigEntry } from './config-entry.ts';
import { keyName, type Losses } from './losses.ts';
import { partuuidOption, type Partuuids } from './partuuids.ts';
import { finding, type RuleName } from './finding-codes.ts';
import type { AddedKey } from './key-report.ts';

/** The state of a conversion: input, output and findings. */
export interface Conversion {
  /** The top-level entries, in file order. */
  readonly top: readonly ConfigEntry[];
  readonly get: (key: string) => ConfigEntry | undefined;
  /** Whether a top-level key indicates an archinstall format. */
  readonly isSign: (key: string) => boolean;
  /** The name of the credentials file, if the caller passed one. */
  readonly credentials?: string;
  readonly output: JsonObject;
  readonly findings: Diagnostic[];
  /** Pointers of the entries whose values are copied. */
  readonly kept: readonly string[];
  /** Keys that the file does not contain, with the reason to add them. */
  readonly added: AddedKey[];
  /** Whether the value at a pointer, or an enclosing value, was handled. */
  readonly isSettled: (pointer: string) => boolean;
  /** Whether a finding concerns the value at a pointer but not its entries. */
  readonly isTouched: (pointer: string) => boolean;
  /** Marks an entry and all nested entries as handled. */
  readonly settle: (item: ConfigEntry) => void;
  /** Writes a value unchanged and marks its entry as handled, without a finding about it. */
  readonly copy: (item: ConfigEntry, path?: readonly string[]) => void;
  readonly put: (path: readonly string[], value: JsonValue) => void;
  /**
   * Whether the output has a value other than null at a path, or cannot have one because an enclosing value is not
   * an object.
   */
  readonly has: (path: readonly string[]) => boolean;
  readonly report: (rule: RuleName, item: ConfigEntry, words: FindingText) => void;
  /** Reports that the conversion loses a setting for disks, encryption or credentials. */
  readonly reportLoss: (item: ConfigEntry, why: Loss) => void;
  /** The PARTUUIDs of partitions to keep. */
  readonly partuuids: Partuuids;
  /** Reports that an existing partition would be lost, because its PARTUUID is not known. */
  readonly requestPartuuid: (item: ConfigEntry, description: string) => void;
}

export interface Loss extends Pick<FindingText, 'hint' | 'part'> {
  readonly reason: string;
}

export interface FindingText {
  readonly message: string;
  readonly hint?: Wording;
  readonly at?: LocationPart;
  /** Set if the value's entries have their own findings. */
  readonly part?: true;
}

export interface ConversionInput {
  readonly model: Model;
  readonly top: readonly ConfigEntry[];
  readonly credentials?: string;
  readonly losses: Losses;
  readonly partuuids: Partuuids;
  /** Top-level keys that indicate an archinstall format. */
  readonly signs: ReadonlySet<string>;
}

export function createConversion({
  model,
  top,
  credentials,
  losses,
  partuuids,
  signs,
}: ConversionInput): Conversion {
  const settled = new Set<string>();
  const touched = new Set<string>();
  const findings: Diagnostic[] = [];
  const kept: string[] = [];
  const output = Object.create(null) as JsonObject;
  const byKey = new Map(top.map((item) => [item.key, item]));
  const createFinding = (
    rule: RuleName,
    item: ConfigEntry,
    { at = 'key', part, ...words }: FindingText,
  ): Diagnostic => {
    (part === true ? touched : settled).add(item.pointer);
    return finding(rule, { ...locatePointer(model, item.pointer, at), ...words });
  };
  const report: Conversion['report'] = (rule, item, words) =>
    void findings.push(createFinding(rule, item, words));
  const reportLoss: Conversion['reportLoss'] = (item, { reason, hint, ...part }) => {
    const { pointer } = item;
    const name = keyPath(pointer);
    if (losses.add(pointer)) {
      const words = {
        message: `${name} is left out, as accepted: ${reason}`,
        ...defined({ hint }),
        ...part,
      };
      findings.push({ ...createFinding('setting-lost', item, words), severity: 'warning' });
      return;
    }
    const acceptance = phrase`to convert without it, pass ${term('acceptLoss', losses.optionFor(pointer))}`;
    report('setting-lost', item, {
      message: `${name} would be lost: ${reason}`,
      hint: hint === undefined ? acceptance : phrase`${hint}; ${acceptance}`,
      ...part,
    });
  };
  const put = (path: readonly string[], value: JsonValue): void => {
    if (isBlocked(output, path)) return;
    const replaced = byKey.get(path[0]!);
    if (replaced !== undefined && output[replaced.key] === null && value !== null)
      report('needless', replaced, { message: `${keyPath(replaced.pointer)}: null has no effect` });
    let object = output;
    for (const key of path.slice(0, -1)) {
      if (!isObject(object[key])) object[key] = Object.create(null) as JsonObject;
      object = object[key] as JsonObject;
    }
    object[path.at(-1)!] = value;
  };
  return {
    top,
    get: (key) => byKey.get(key),
    isSign: (key) => signs.has(key),
    ...defined({ credentials }),
    output,
    findings,
    kept,
    added: [],
    isSettled: (pointer) => {
      for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        if (settled.has(at)) return true;
      }
      return false;
    },
    isTouched: (pointer) => touched.has(pointer),
    settle: ({ pointer }) => void settled.add(pointer),
    copy: (item, path = [item.key]) => {
      settled.add(item.pointer);
      kept.push(item.pointer);
      put(path, item.value());
    },
    put,
    has: (path) => {
      const value = valueAt(output, path);
      return isBlocked(output, path) || (value !== undefined && value !== null);
    },
    report,
    reportLoss,
    partuuids,
    requestPartuuid: (item, description) => {
      partuuids.request(item.pointer, description);
      reportLoss(item, {
        reason: `the file does not contain the PARTUUID of ${description}, which Writ needs to keep the partition`,
        hint: phrase`${term('namePartition', partuuidOption(keyName(item.pointer)))}`,
      });
    },
  };
}

/** Writes a value under another key and reports it. Null is omitted, and an existing value is not overwritten. */
export function moveSetting(
  conversion: Conversion,
  item: ConfigEntry,
  path: readonly string[],
  { value = item.value(), hint }: { value?: JsonValue; hint?: string } = {},
): void {
  const name = keyPath(item.pointer);
  const to = path.join('.');
  if (item.kind === 'null') {
    discardEmpty(conversion, item);
    return;
  }
  if (conversion.has(path)) {
    if (isDeepStrictEqual(toPlainJson(valueAt(conversion.output, path)), toPlainJson(value)))
      conversion.report('converted', item, { message: `${name} duplicates ${to}` });
    else omitSetting(conversion, item, `${to} has a different value`, 'remove one of the two');
    return;
  }
  conversion.put(path, value);
  const secret = [...pointerKeys(item.pointer), ...path].some(isSecretKey);
  const changed = item.text !== undefined && item.text !== value && !secret;
  conversion.report('converted', item, {
    message: changed
      ? `${name}: ${displayValue(item.text)} becomes ${to}: ${displayValue(value)}`
      : `${name} becomes ${to}`,
    ...defined({ hint }),
  });
}

/**
 * Omits a setting that has no equivalent. For a critical key, this is a loss; for any other key, it is a
 * warning. An empty value is only noted.
 */
export function omitSetting(
  conversion: Conversion,
  item: ConfigEntry,
  reason: string,
  hint?: string,
  part: Pick<FindingText, 'part'> = {},
): void {
  if (isEmpty(item)) {
    discardEmpty(conversion, item);
    return;
  }
  const more = { ...defined({ hint }), ...part };
  if (isCriticalKey(pointerKeys(item.pointer)[0]!)) conversion.reportLoss(item, { reason, ...more });
  else
    conversion.report('no-equivalent', item, {
      message: `${keyPath(item.pointer)} is left out: ${reason}`,
      ...more,
    });
}

/** Omits a setting that has no effect on the installed system, and reports a note. */
export function discardSetting(conversion: Conversion, item: ConfigEntry, reason: string): void {
  conversion.report('needless', item, { message: `${keyPath(item.pointer)} is left out: ${reason}` });
}

function discardEmpty(conversion: Conversion, item: ConfigEntry): void {
  discardSetting(conversion, item, item.kind === 'null' ? 'null has no effect' : 'it is empty');
}

/** Whether an entry is null, an empty string, or a list or object that contains only such values. */
export function isEmpty(item: ConfigEntry): boolean {
  if (item.kind === 'object' || item.kind === 'array') return item.inner.every(isEmpty);
  return item.kind === 'null' || item.text === '';
}

/** Whether the output has an enclosing value of a path that is neither null nor an object. */
function isBlocked(output: JsonObject, path: readonly string[]): boolean {
  return path.slice(1).some((_key, index) => {
    const outer = valueAt(output, path.slice(0, index + 1));
    return outer !== undefined && outer !== null && !isObject(outer);
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
