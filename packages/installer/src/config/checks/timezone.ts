import timezones from '../../data/timezones.json' with { type: 'json' };
import { displayValue } from '../secrets.ts';
import { suggest } from '../suggestion.ts';
import { suggestName } from './suggestion.ts';
import type { Check } from './check.ts';

export const checkTimezone: Check = ({ config: { timezone: zone }, finding }) => {
  if (zone === undefined || timezones.includes(zone)) return [];
  // A city without its region is a frequent mistake.
  const city = timezones.find((name) =>
    name.toLowerCase().endsWith(`/${zone.toLowerCase().replaceAll(' ', '_')}`),
  );
  return [
    finding('timezone', '/timezone', {
      message: `${displayValue(zone)} is not a time zone`,
      expected: 'a time zone name from the tz database, such as "Europe/Berlin" or "UTC"',
      ...(city === undefined ? suggestName(zone, timezones) : suggest(city)),
    }),
  ];
};
