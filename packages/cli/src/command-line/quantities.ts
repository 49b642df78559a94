const SIZE_UNITS: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4 };

/** Returns the exponent of 1000 or 1024 for a size unit, such as 2 for `M`; undefined if the unit is unknown. */
export function sizePower(unit: string): number | undefined {
  return SIZE_UNITS[unit.toUpperCase()];
}

/**
 * Parses a size such as `8G`, `4096M`, `8GiB` or `8589934592` to bytes, with binary units; undefined if the text is
 * invalid.
 */
export function parseSize(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?$/i.exec(text) ?? [];
  const power = sizePower(unit);
  return digits === '' || power === undefined ? undefined : Math.floor(Number(digits) * 1024 ** power);
}

const TIME_UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 };

/**
 * Parses a duration of at least a second, such as `90`, `90s`, `10m` or `1h`, to seconds; undefined if the text is
 * invalid.
 */
export function parseDuration(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,6})\s*([smh]?)$/.exec(text) ?? [];
  const seconds = digits === '' ? 0 : Number(digits) * (TIME_UNITS[unit] ?? 0);
  return seconds < 1 ? undefined : seconds;
}

/** The longest duration that options accept, in seconds. */
const LONGEST_DURATION = 24 * 60 * 60;

/** Reads the duration in an option, in milliseconds. If it is invalid, adds a usage error to `problems`. */
export function readDuration(
  option: string,
  text: string | undefined,
  problems: string[],
): number | undefined {
  if (text === undefined) return undefined;
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds <= LONGEST_DURATION) return seconds * 1000;
  problems.push(`invalid ${option}: pass a duration from 1s to 24h, such as 90s, 10m or 1h`);
  return undefined;
}
