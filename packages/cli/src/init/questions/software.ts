import { suggestSettings } from '@writ/installer';
import { isObject, isStrings, valueAt, type Json, type JsonObject } from '../json.ts';
import type { Option } from '@writ/prompts';
import type { AskContext, Question } from '../question.ts';
import { hasDesktop, imageOf, purposeOf } from '../situation.ts';

/** The desktop with its driver and login screen, or the server's software. */
export const profile: Question = {
  id: 'profile',
  title: 'Profile',
  pointers: ['/profile', '/x-writ/desktops'],
  expected:
    'an object like the value of the "profile" key, and "desktops" like the value of "x-writ.desktops"',
  isAnswer: isObject,
  applies: (situation) => purposeOf(situation) !== 'minimal',
  suggest: (situation) => {
    if (!hasDesktop(situation)) return { main: 'server' };
    const driver = imageOf(situation) === undefined ? suggestSettings(situation.facts).driver : undefined;
    return { main: 'desktop', details: 'gnome', ...(driver === undefined ? {} : { gfx_driver: driver }) };
  },
  read: (config) => {
    const { profile: written } = config;
    const desktops = valueAt(config, DESKTOPS);
    if (desktops === undefined) return written;
    return { ...(isObject(written) ? written : {}), desktops };
  },
  async ask(context) {
    const { situation, initial } = context;
    // Preserve unknown keys of the file.
    const before = isObject(initial) ? initial : {};
    return hasDesktop(situation) ? askDesktop(context, before) : askServer(context, before);
  },
  edits: (answer, { base }) => {
    if (!isObject(answer)) return [];
    const { desktops, ...rest } = answer;
    const hasProfile = base['profile'] !== undefined || Object.keys(rest).length > 0;
    return [...(hasProfile ? profileEdits(rest, base) : []), { path: DESKTOPS, value: desktops }];
  },
};

const DESKTOPS = ['x-writ', 'desktops'] as const;

const NONE = 'none';

async function askServer({ prompter, situation }: AskContext, before: JsonObject): Promise<Json> {
  const { profiles } = situation.choices;
  const listed = profiles.filter(({ main }) => main === 'server').map(({ value }) => ({ value }));
  const options = [{ value: NONE, name: 'only the base system' }, ...listed];
  const details = await prompter.choose('Server software', options, textOf(before['details']) ?? NONE);
  const { details: _before, ...rest } = before;
  return details === NONE ? { ...rest, main: 'server' } : { ...rest, main: 'server', details };
}

async function askDesktop({ prompter, situation }: AskContext, before: JsonObject): Promise<Json> {
  const { profiles, drivers, furtherDesktops, greeters } = situation.choices;
  const desktops = profiles.filter(({ main, removed }) => main === 'desktop' && removed === undefined);
  const [further] = isStrings(before['desktops']) ? before['desktops'] : [];
  const chosen = await prompter.choose(
    'Desktop',
    [...desktops, ...furtherDesktops].map(({ value }) => ({ value })),
    textOf(before['details']) ?? further,
  );
  const isFurther = furtherDesktops.some(({ value }) => value === chosen);
  const driver = await prompter.choose(
    'Graphics driver',
    drivers.filter(({ removed }) => removed === undefined).map(({ value }) => ({ value })),
    textOf(before['gfx_driver']) ?? 'All open-source (default)',
  );
  const own = [...desktops, ...furtherDesktops].find(({ value }) => value === chosen)?.greeter;
  const greeterOptions: Option[] = [
    { value: NONE, name: `the desktop's default (${typeof own === 'string' ? own : 'none'})` },
    ...greeters.map(({ value }) => ({ value })),
  ];
  const greeter = await prompter.choose(
    'Login screen',
    greeterOptions,
    textOf(before['greeter_type']) ?? NONE,
  );
  const { greeter_type: _greeter, details: previous, desktops: listed, ...rest } = before;
  const others = isStrings(listed) ? listed : [];
  return {
    ...rest,
    main: 'desktop',
    ...(isFurther
      ? { desktops: others.includes(chosen) ? others : [chosen] }
      : { details: chosen, ...(previous === undefined || others.length === 0 ? {} : { desktops: others }) }),
    gfx_driver: driver,
    ...(greeter === NONE ? {} : { greeter_type: greeter }),
  };
}

function profileEdits(
  answer: JsonObject,
  base: JsonObject,
): { path: readonly string[]; value: Json | undefined }[] {
  const before = base['profile'];
  if (!isObject(before)) return [{ path: ['profile'], value: answer }];
  const keys = new Set([...Object.keys(before), ...Object.keys(answer)]);
  return [...keys].map((key) => ({ path: ['profile', key], value: answer[key] }));
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
