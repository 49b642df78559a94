/** Formats dates, sizes and durations in one language. */
export interface Formats {
  /** Formats a time in ISO 8601 as local date and time. */
  time(iso: string): string;
  /** Formats a number of bytes in decimal units. */
  bytes(count: number): string;
  /** Formats a fraction from 0 to 1 as a percentage, rounded down, so that 100 % means complete. */
  percent(fraction: number): string;
  /** Formats a fraction from 0 to 1 as a rounded percentage, with less than one percent as `<1 %`. */
  share(fraction: number): string;
  duration(milliseconds: number): string;
  /** Formats the time that has passed since a time in ISO 8601, such as “5 minutes ago”. */
  ago(iso: string): string;
  /** Formats a duration for comparisons, with tenths of a second if it is less than ten seconds. */
  exactDuration(milliseconds: number): string;
  /** Formats the difference between two durations with its sign. */
  difference(milliseconds: number): string;
  /** Formats a number with thousands separators. */
  count(number: number): string;
  /**
   * The name of the region of a keyboard layout, such as “Germany” for `de`; undefined if its first part is not the code
   * of a region.
   */
  region(layout: string): string | undefined;
  /** The name of a locale’s language, such as “German (Germany)” for `de_DE`; undefined if it is unknown. */
  locale(name: string): string | undefined;
}

/** Whether an expected duration is displayed. Less than a second would be displayed as 0. */
export const isNotable = (milliseconds: number): boolean => milliseconds >= 1_000;

/** The maximum number of values that a list contains; the others are only counted. */
const LISTED = 6;

/** Formats a number with the noun in its singular or plural form. */
export type Plural = (count: number, one: string, other: string) => string;

export function createPlural(language: string): Plural {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, one, other) => `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}

/** Lists numbers, such as “6, 9 and 12”; for a long list, the first numbers and the count of the others. */
export function listNumbers(numbers: readonly number[], language: string): string {
  const rest = numbers.length - LISTED;
  const shown = numbers.slice(0, LISTED).map(String);
  return new Intl.ListFormat(language).format(rest > 0 ? [...shown, `+${rest}`] : shown);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** @param language a language tag; its region determines the form of dates and numbers */
export function createFormats(language: string): Formats {
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const numbers = new Intl.NumberFormat(language);
  const units = new Intl.ListFormat(language, { type: 'unit', style: 'narrow' });
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  const withUnit = (value: number, unit: string, digits = 0): string =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);

  const duration = (milliseconds: number): string => {
    const seconds = Math.round(milliseconds / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    if (hours > 0) return units.format([withUnit(hours, 'hour'), withUnit(minutes, 'minute')]);
    if (minutes > 0) return units.format([withUnit(minutes, 'minute'), withUnit(seconds % 60, 'second')]);
    return withUnit(seconds, 'second');
  };
  const exactDuration = (milliseconds: number): string =>
    milliseconds < 9_950 ? withUnit(milliseconds / 1000, 'second', 1) : duration(milliseconds);

  return {
    time: (iso) => times.format(new Date(iso)),
    bytes(count) {
      const step = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1);
      const value = count / 1000 ** step;
      return withUnit(value, UNITS[step]!, step < 2 || value >= 100 ? 0 : 1);
    },
    count: (number) => numbers.format(number),
    region(layout) {
      const code = layout.split(',')[0] ?? '';
      return /^[a-z]{2}$/.test(code) ? regions.of(code.toUpperCase()) : undefined;
    },
    locale(name) {
      const tag = /^([a-z]{2,3})(?:_([A-Z]{2}))?/.exec(name);
      return tag === null ? undefined : names.of(tag[2] === undefined ? tag[1]! : `${tag[1]}-${tag[2]}`);
    },
    share: (fraction) =>
      fraction > 0 && fraction < 0.01 ? `<${percents.format(0.01)}` : percents.format(fraction),
    percent: (fraction) => percents.format(Math.floor(fraction * 100) / 100),
    ago(iso) {
      const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(iso)) / 60_000));
      if (minutes < 60) return relative.format(-minutes, 'minute');
      if (minutes < 48 * 60) return relative.format(-Math.floor(minutes / 60), 'hour');
      return relative.format(-Math.floor(minutes / (24 * 60)), 'day');
    },
    duration,
    exactDuration,
    difference(milliseconds) {
      const size = exactDuration(Math.abs(milliseconds));
      if (Math.abs(milliseconds) < 50) return `±${size}`;
      return `${milliseconds > 0 ? '+' : '−'}${size}`;
    },
  };
}
