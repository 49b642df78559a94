/** @module Questions to a user. `@writ/prompts/terminal` asks them in a terminal. */
export { Interrupted, StepBack, type Option, type Prompter, type TextRequest } from './prompter.ts';
