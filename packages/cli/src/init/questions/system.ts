import type { Json } from '../json.ts';
import { textQuestion, type Question } from '../question.ts';
import { purposes } from '../situation.ts';

const descriptions: Readonly<Record<(typeof purposes)[number], string>> = {
  desktop: 'a desktop with a login screen and sound',
  server: 'a server with SSH',
  minimal: 'only the base system',
  developer: 'a desktop with compilers and git',
};

/** The purpose, from which the suggested answers to later questions follow. */
export const start: Question = {
  id: 'start',
  title: 'Start from',
  pointers: [],
  help: 'The purpose of the system. The following questions suggest matching answers, which you can change.',
  expected: purposes.map((purpose) => JSON.stringify(purpose)).join(', '),
  isAnswer: (value) => purposes.some((purpose) => purpose === value),
  applies: ({ base }) => Object.keys(base).length === 0,
  suggest: ({ facts }) =>
    (facts.hardware?.graphics.length ?? 0) > 0 || facts.hardware === undefined ? 'desktop' : 'server',
  read: () => undefined,
  ask: ({ prompter, initial }) =>
    prompter.choose(
      start.title,
      purposes.map((value) => ({ value, name: `${value}: ${descriptions[value]}` })),
      initial as string | undefined,
    ),
  edits: (answer) =>
    answer === 'minimal' ? [{ path: ['profile'], value: { main: 'minimal' } as Json }] : [],
};

/** The host name. */
export const hostname: Question = textQuestion({
  id: 'hostname',
  title: 'Host name',
  path: ['hostname'],
  suggest: () => 'archlinux',
});
