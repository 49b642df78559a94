import timezones from '../../data/timezones.json' with { type: 'json' };
import { shown } from '../secrets.ts';
import { close } from './suggestion.ts';
import type { Rule } from './rule.ts';

export const timezone: Rule = ({ config: { timezone: zone }, find }) => {
  if (zone === undefined || timezones.includes(zone)) return [];
  // Often only the city is given.
  const city = timezones.find((name) =>
    name.toLowerCase().endsWith(`/${zone.toLowerCase().replaceAll(' ', '_')}`),
  );
  return [
    find('timezone', '/timezone', {
      message: `${shown(zone)} is no time zone`,
      expected: 'a name of the tz database, such as "Europe/Berlin" or "UTC"',
      ...(city === undefined ? close(zone, timezones) : { hint: `did you mean ${JSON.stringify(city)}?` }),
    }),
  ];
};
