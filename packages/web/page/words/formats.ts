/** Dates, sizes and durations in one language. */
export interface Formats {
  /** A time in ISO 8601 as local date and time. */
  time(iso: string): string;
  /** Bytes in decimal units. */
  bytes(count: number): string;
  /** A fraction from 0 to 1, rounded down, so that 100 % means complete. */
  percent(fraction: number): string;
  duration(milliseconds: number): string;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function createFormats(language: string): Formats {
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const withUnit = (value: number, unit: string, digits = 0): string =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);

  return {
    time: (iso) => times.format(new Date(iso)),
    bytes(count) {
      const step = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1);
      return withUnit(count / 1000 ** step, UNITS[step]!, step < 2 ? 0 : 1);
    },
    percent: (fraction) => percents.format(Math.floor(fraction * 100) / 100),
    duration(milliseconds) {
      const seconds = Math.round(milliseconds / 1000);
      const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
      if (hours > 0) return `${withUnit(hours, 'hour')} ${withUnit(minutes, 'minute')}`;
      if (minutes > 0) return `${withUnit(minutes, 'minute')} ${withUnit(seconds % 60, 'second')}`;
      return withUnit(seconds, 'second');
    },
  };
}
