import type { Problem } from './problem.ts';

export interface ProblemBody {
  readonly contentType: string;
  readonly body: string;
}

export function problemBody(problem: Problem, _accept: string | undefined): ProblemBody {
  return { contentType: 'application/problem+json', body: JSON.stringify(problem) };
}
