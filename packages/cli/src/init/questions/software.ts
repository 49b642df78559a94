import { suggestSettings } from '@writ/installer';
import { isObject, isStrings, valueAt, type Json, type JsonObject } from '../json.ts';
import type { Option } from '@writ/prompts';
import { splitWords, type AskContext, type Question, type Situation } from '../question.ts';
import { hasDesktop, imageOf, purposeOf } from '../situation.ts';

/** The desktop with its driver and login screen, or the server's software. */
export const profile: Question = {
  id: 'profile',
  title: 'Profile',
  pointers: ['/profile'],
  expected: 'an object like the value of the "profile" key',
  isAnswer: isObject,
  applies: (situation) => purposeOf(situation) !== 'minimal',
  suggest: (situation) => {
    if (!hasDesktop(situation)) return { main: 'server' };
    const driver = imageOf(situation) === undefined ? suggestSettings(situation.facts).driver : undefined;
    return { main: 'desktop', details: 'gnome', ...(driver === undefined ? {} : { gfx_driver: driver }) };
  },
  read: (config) => config['profile'],
  async ask(context) {
    const { situation, initial } = context;
    // Preserve unknown keys of the file.
    const before = isObject(initial) ? initial : {};
    return hasDesktop(situation) ? askDesktop(context, before) : askServer(context, before);
  },
  edits: (answer, { base }) => profileEdits(answer, base),
};

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
  const { profiles, drivers, greeters } = situation.choices;
  const desktops = profiles.filter(({ main, removed }) => main === 'desktop' && removed === undefined);
  const details = await prompter.choose(
    'Desktop',
    desktops.map(({ value }) => ({ value })),
    textOf(before['details']),
  );
  const driver = await prompter.choose(
    'Graphics driver',
    drivers.filter(({ removed }) => removed === undefined).map(({ value }) => ({ value })),
    textOf(before['gfx_driver']) ?? 'All open-source (default)',
  );
  const own = desktops.find(({ value }) => value === details)?.greeter;
  const greeterOptions: Option[] = [
    { value: NONE, name: `the desktop's default (${typeof own === 'string' ? own : 'none'})` },
    ...greeters.map(({ value }) => ({ value })),
  ];
  const greeter = await prompter.choose(
    'Login screen',
    greeterOptions,
    textOf(before['greeter_type']) ?? NONE,
  );
  const { greeter_type: _before, ...rest } = before;
  return {
    ...rest,
    main: 'desktop',
    details,
    gfx_driver: driver,
    ...(greeter === NONE ? {} : { greeter_type: greeter }),
  };
}

function profileEdits(
  answer: Json,
  base: JsonObject,
): { path: readonly string[]; value: Json | undefined }[] {
  const before = base['profile'];
  if (!isObject(before) || !isObject(answer)) return [{ path: ['profile'], value: answer }];
  const keys = new Set([...Object.keys(before), ...Object.keys(answer)]);
  return [...keys].map((key) => ({ path: ['profile', key], value: answer[key] }));
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const extras = ['ssh', 'bluetooth', 'printing', 'fonts'] as const;

const extraNames: Readonly<Record<(typeof extras)[number], string>> = {
  ssh: 'SSH server',
  bluetooth: 'Bluetooth',
  printing: 'printing',
  fonts: 'fonts for most scripts',
};

/** The SSH server, features and additional packages. */
export const also: Question = {
  id: 'also',
  title: 'Additional software',
  pointers: ['/packages', '/services', '/x-writ/features'],
  help: 'Services and features to enable, and the names of additional packages or package groups.',
  expected:
    'an object: {"ssh": true, "bluetooth": true, "printing": true, "fonts": true, "packages": [NAME]}',
  isAnswer: (value) =>
    isObject(value) &&
    Object.entries(value).every(([key, member]) =>
      key === 'packages'
        ? isStrings(member)
        : extras.some((extra) => extra === key) && typeof member === 'boolean',
    ),
  applies: () => true,
  suggest: (situation) => ({
    ...(purposeOf(situation) === 'server' ? { ssh: true } : {}),
    ...(hasDesktop(situation) && situation.facts.hardware?.bluetooth === true ? { bluetooth: true } : {}),
    ...(hasDesktop(situation) ? { fonts: true } : {}),
    packages: purposeOf(situation) === 'developer' ? ['base-devel', 'git'] : [],
  }),
  read: (config) => {
    const { packages } = config;
    const features = valueAt(config, ['x-writ', 'features']);
    const hasSsh = hasItem(config['services'], SSH_SERVICE);
    if (packages === undefined && features === undefined && !hasSsh) return undefined;
    return {
      ...(hasSsh ? { ssh: true } : {}),
      ...Object.fromEntries(
        extras.flatMap((name) => (valueAt(features, [name]) === true ? [[name, true] as const] : [])),
      ),
      packages: isStrings(packages) ? packages.filter((name) => !hasSsh || name !== SSH_PACKAGE) : [],
    };
  },
  async ask({ prompter, initial, validate }) {
    const before = isObject(initial) ? initial : {};
    const chosen = await prompter.chooseSeveral(
      'Also install',
      extras.map((value) => ({ value, name: extraNames[value] })),
      extras.filter((name) => before[name] === true),
    );
    const packages = isStrings(before['packages']) ? before['packages'] : [];
    const typed = await prompter.text('Additional packages, separated by spaces (may be empty)', {
      initial: packages.join(' '),
      optional: true,
      validate: (text) => validate({ packages: splitWords(text) }),
    });
    return {
      ...Object.fromEntries(chosen.map((name) => [name, true])),
      packages: splitWords(typed),
    };
  },
  edits: (answer, situation) => (isObject(answer) ? alsoEdits(answer, situation) : []),
};

const SSH_SERVICE = 'sshd';
const SSH_PACKAGE = 'openssh';

function hasItem(list: Json | undefined, item: string): boolean {
  return isStrings(list) && list.includes(item);
}

function alsoEdits(
  answer: JsonObject,
  { base }: Situation,
): { path: readonly string[]; value: Json | undefined }[] {
  const hasSsh = answer['ssh'] === true;
  const typed = isStrings(answer['packages']) ? answer['packages'] : [];
  const packages = [...(hasSsh && !typed.includes(SSH_PACKAGE) ? [SSH_PACKAGE] : []), ...typed];
  const others = (isStrings(base['services']) ? base['services'] : []).filter((name) => name !== SSH_SERVICE);
  const services = [...others, ...(hasSsh ? [SSH_SERVICE] : [])];
  const features = extras.filter((name) => name !== 'ssh');
  return [
    { path: ['packages'], value: nonEmpty(packages) },
    { path: ['services'], value: nonEmpty(services) },
    ...features.map((name) => ({
      path: ['x-writ', 'features', name],
      value: answer[name] === true ? true : undefined,
    })),
  ];
}

function nonEmpty(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}
