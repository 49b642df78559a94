/** The option that selects the front end of a new project. Each front end has a folder in `templates`. */
export const frontEndOption = {
  'front-end': {
    choices: ['annotations', 'controllers'],
    otherwise: 'asked in a terminal, otherwise controllers',
    description: 'how the project declares routes',
  },
} as const;

/** The front end of a new project. */
export type FrontEnd = (typeof frontEndOption)['front-end']['choices'][number];

/** The front ends, in the order in which they are offered. */
export const frontEnds: readonly FrontEnd[] = frontEndOption['front-end'].choices;
