import { ask, type Terminal } from './ask.ts';
import { frontEnds, type FrontEnd } from './front-end.ts';

const QUESTION = `How does the project declare routes?
  1  annotations: classes with decorators such as @Path and @GET
  2  controllers: the locations of files and the signatures of methods
Number or name (default: controllers): `;

/** Asks for the front end of a new project. Returns undefined if the input ends without an answer. */
export function chooseFrontEnd(terminal: Terminal): Promise<FrontEnd | undefined> {
  return ask(terminal, QUESTION, readFrontEnd);
}

function readFrontEnd(answer: string): FrontEnd | undefined {
  if (answer === '') return 'controllers';
  return frontEnds.find((name, index) => answer === name || answer === String(index + 1));
}
