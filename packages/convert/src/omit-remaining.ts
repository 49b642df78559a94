import { nearest } from '@writ/diagnostics';
import { findLegacyKey, legacyKeys, isCriticalKey, knownKeys, keyPath } from '@writ/installer/internal';
import type { ConfigEntry } from './config-entry.ts';
import { omitSetting, isEmpty, type Conversion } from './conversion.ts';

/**
 * Reports all entries that no section has handled, so that the conversion does not omit any entry silently.
 */
export function omitRemaining(conversion: Conversion): void {
  for (const item of conversion.top) omitUndecided(conversion, item);
}

/** Reports an entry if no part of it was handled, and otherwise each nested entry that was not handled at all. */
function omitUndecided(conversion: Conversion, item: ConfigEntry): void {
  if (conversion.isSettled(item.pointer)) return;
  if (isKnown(conversion, item)) for (const inner of item.inner) omitUndecided(conversion, inner);
  else omitUnknown(conversion, item);
}

/** Whether the entry or a nested entry was handled. */
function isKnown(conversion: Conversion, item: ConfigEntry): boolean {
  return (
    conversion.isSettled(item.pointer) ||
    conversion.isTouched(item.pointer) ||
    item.inner.some((inner) => isKnown(conversion, inner))
  );
}

function omitUnknown(conversion: Conversion, item: ConfigEntry): void {
  const isTop = !item.pointer.slice(1).includes('/');
  if (!isTop) {
    omitSetting(conversion, item, "Writ's format has no equivalent");
    return;
  }
  if (findLegacyKey(item.key) !== undefined) {
    const reason =
      item.inner.length === 0 ? 'its value is not valid for the key' : 'it contains no known key';
    omitSetting(conversion, item, reason);
    return;
  }
  const near = nearest(item.key, names) ?? names.find((name) => item.key.startsWith(`${name} `));
  const hint =
    near === undefined
      ? 'begin its name with x- to keep it as a note'
      : `did you mean ${JSON.stringify(near)}? Rename it and convert again`;
  const reason = 'the key is known neither to Writ nor to a supported version of archinstall';
  // The key is a misspelt critical key: archinstall ignored it, but the user intended the setting.
  if (near !== undefined && isCriticalKey(near) && !isEmpty(item))
    conversion.reportLoss(item, { reason, hint });
  else
    conversion.report('no-equivalent', item, {
      message: `${keyPath(item.pointer)} is left out: ${reason}`,
      hint,
    });
}

const names = [
  ...new Set([
    ...knownKeys().flatMap(({ path }) => (path.length === 1 ? path : [])),
    ...Object.keys(legacyKeys),
  ]),
];
