import { isObject, isStrings, valueAt, type Json } from '../json.ts';
import { choiceQuestion, confirmQuestion, type Question, type Situation } from '../question.ts';
import { hasDesktop, imageOf } from '../situation.ts';

const kernels: Question = {
  id: 'kernels',
  title: 'Kernels',
  more: true,
  pointers: ['/kernels'],
  expected: 'a list of strings',
  isAnswer: isStrings,
  applies: () => true,
  suggest: () => ['linux'],
  read: (config) => config['kernels'],
  ask: ({ prompter, situation, initial }) =>
    prompter.chooseSeveral(
      kernels.title,
      situation.choices.kernels.map(({ value, description }) => ({
        value,
        name: description === undefined ? value : `${value}: ${description}`,
      })),
      isStrings(initial) ? initial : [],
    ),
  edits: (answer) => [{ path: ['kernels'], value: answer }],
};

function isBios(situation: Situation): boolean {
  return imageOf(situation) === undefined && situation.facts.firmware === 'bios';
}

const loader: Question = choiceQuestion({
  id: 'bootloader',
  title: 'Boot loader',
  more: true,
  path: ['bootloader'],
  suggest: (situation) => (isBios(situation) ? 'grub-install' : 'systemd-bootctl'),
  options: ({ choices }) =>
    choices.bootLoaders.map(({ value, description }) => ({
      value,
      name: description === undefined ? value : `${value}: ${description}`,
    })),
});

const uki: Question = confirmQuestion({
  id: 'uki',
  title: 'Unified kernel images',
  more: true,
  path: ['uki'],
  suggest: () => false,
});

const clock: Question = confirmQuestion({
  id: 'ntp',
  title: 'Synchronize the clock over the network',
  more: true,
  path: ['ntp'],
  suggest: () => true,
});

const audio: Question = {
  ...choiceQuestion({
    id: 'audio',
    title: 'Audio server',
    more: true,
    path: ['audio_config', 'audio'],
    suggest: (situation) => (hasDesktop(situation) ? 'pipewire' : 'none'),
    options: ({ choices }) => [{ value: 'none' }, ...choices.audioServers.map(({ value }) => ({ value }))],
  }),
  edits: (answer) => [
    answer === 'none'
      ? { path: ['audio_config'], value: undefined }
      : { path: ['audio_config', 'audio'], value: answer },
  ],
};

const FASTEST = 'fastest';

const mirrors: Question = {
  id: 'mirrors',
  title: 'Package mirrors',
  more: true,
  pointers: ['/mirror-region'],
  expected:
    '"fastest", the name of a region, an address, or an object like the value of the "mirror-region" key',
  isAnswer: (value) => typeof value === 'string' || isObject(value),
  applies: () => true,
  suggest: () => FASTEST,
  read: (config) => config['mirror-region'],
  ask: ({ prompter, initial, validate }) =>
    prompter.text('Region or address of the mirrors; "fastest" measures their speed', {
      initial: typeof initial === 'string' ? initial : FASTEST,
      validate,
    }),
  edits: (answer) => [
    { path: ['mirror-region'], value: isObject(answer) ? answer : toRegion(String(answer)) },
  ],
};

function toRegion(written: string): Json {
  if (written === FASTEST) return {};
  return /^[a-z]+:/.test(written) ? { Chosen: [written] } : { [written]: {} };
}

const NO_REPOSITORY = 'none';

const repositories: Question = {
  ...choiceQuestion({
    id: 'repositories',
    title: 'Additional repository',
    more: true,
    path: ['additional-repositories'],
    suggest: () => NO_REPOSITORY,
    options: () => [
      { value: NO_REPOSITORY },
      { value: 'multilib', name: 'multilib: 32-bit packages' },
      { value: 'testing', name: 'testing: packages that are not yet released' },
    ],
  }),
  expected: '"multilib", "testing" or "none"',
  edits: (answer) => [
    { path: ['additional-repositories'], value: answer === NO_REPOSITORY ? undefined : answer },
  ],
};

const commands: Question = {
  id: 'commands',
  title: 'Command to run in the new system (may be empty)',
  more: true,
  pointers: ['/custom-commands'],
  expected: 'a list of strings',
  isAnswer: isStrings,
  applies: () => true,
  suggest: () => [],
  read: (config) => config['custom-commands'],
  async ask({ prompter, initial, validate }) {
    const first = valueAt(initial, [0]);
    const written = await prompter.text(commands.title, {
      initial: typeof first === 'string' ? first : undefined,
      optional: true,
      validate: (text) => validate(text === '' ? [] : [text]),
    });
    const others = isStrings(initial) ? initial.slice(1) : [];
    return written === '' ? others : [written, ...others];
  },
  edits: (answer) => [{ path: ['custom-commands'], value: nonEmpty(answer) }],
};

function nonEmpty(list: Json): Json | undefined {
  return isStrings(list) && list.length > 0 ? list : undefined;
}

/** Questions that are asked only on request. */
export const moreQuestions: readonly Question[] = [
  kernels,
  loader,
  uki,
  clock,
  audio,
  mirrors,
  repositories,
  commands,
];
