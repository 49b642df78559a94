/**
 * @module Findings with locations, for all of Writ's checks, such as the checks of routes at start-up and of
 * configurations.
 */
export {
  compareByLocation,
  hasErrors,
  type Diagnostic,
  type RelatedLocation,
  type Replacement,
  type Severity,
} from './diagnostic.ts';
export { nearest } from './nearest.ts';
export type { OffsetRange, Position, Range } from './position.ts';
export {
  joinWordings,
  phrase,
  phrasesOf,
  textOf,
  type Phrase,
  type Phrases,
  type Term,
  type Wording,
} from './phrase.ts';
export { renderJson, toReport, type JsonFinding, type JsonReport } from './render/json.ts';
export { summarize, toProblem, type ProblemError, type ProblemMembers } from './render/problem.ts';
export { renderText, type TextOptions } from './render/text.ts';
export { defineRules, ruleMembers, type Rule, type Rules } from './rules.ts';
export { REDACTED, Secret } from './secret.ts';
export { MASK, printable, SourceText, type Excerpt } from './source-text.ts';
