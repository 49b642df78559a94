import { mainOf, profiles } from '../../data/profiles.ts';
import type { Rule } from './rule.ts';

/** Details belong to one main profile. */
export const details: Rule = ({ config, find }) => {
  const { main, details: name } = config.profile ?? {};
  const belongs = name === undefined ? undefined : mainOf(name);
  if (main === undefined || belongs === undefined || belongs === main) return [];
  const fitting = Object.keys(profiles).filter((other) => profiles[other]?.main === main);
  return [
    find('details-against-main', '/profile/details', {
      message: `${name} is a ${belongs} profile, and main is ${main}`,
      ...(fitting.length === 0 ? {} : { expected: fitting.join(', ') }),
      hint: `write "main": "${belongs}", or ${fitting.length === 0 ? 'remove details' : 'choose other details'}`,
      other: { pointer: '/profile/main', message: 'main is chosen here' },
    }),
  ];
};
