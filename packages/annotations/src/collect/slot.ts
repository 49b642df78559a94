import { optional, type Type } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import type { SourceType } from '../declared-types/decode.ts';
import type { FieldNote, Note, NoteOf, ParamNote } from '../recording/records.ts';
import { BeanProblem } from './bean-problem.ts';
import { annotationOf, detailsIn, fits, withDetails } from '../reading/details.ts';
import { boundTwice, contradictedType, unknownType, withoutSource } from './slot-findings.ts';
import { typeFromDeclaration } from './type-from-declaration.ts';
import { agrees } from '../reading/types.ts';

/** What takes a value: a parameter of a method or constructor, or a field of a bean. */
export interface Place {
  /** Of a parameter, from 0. */
  readonly index?: number;
  /** Such as `Notes.one` of its parameters, `Search.colour` of a field. */
  readonly label: string;
  /** The type that it is declared with, as the compiler wrote it. */
  readonly design: unknown;
  /** What the source declares; undefined when no source is at hand. */
  readonly source: () => SourceType | undefined;
  /** The compiler wrote no types at all. */
  readonly untold: boolean;
}

/** A parameter of a method. */
export interface ParameterPlace extends Place {
  readonly index: number;
}

/** A place and its binding as it was written, whose type may be left to the declaration. */
export interface Slot<P extends Place = Place> {
  readonly place: P;
  readonly origin: Origin;
  /** Undefined when it could not be made; what is wrong with it has been found. */
  readonly binding: (Binding & { readonly type: Type | undefined }) | undefined;
}

/** The source that stands on a place, with what second annotations say of it; undefined when nothing stands there. */
export function slotOf<P extends Place>(
  place: P,
  notes: readonly (Note | FieldNote)[],
  findings: Finding[],
): Slot<P> | undefined {
  const [first, ...others] = notes.filter((note): note is NoteOf<'param'> => note.kind === 'param');
  const details = detailsIn(notes);
  if (first === undefined) {
    findings.push(...details.map((detail) => withoutSource(place, detail)));
    return details[0] && { place, origin: details[0].origin, binding: undefined };
  }
  findings.push(...others.map((other) => boundTwice(place, first.origin, other.origin)));
  const binding = bindingOf(first, findings);
  if (binding !== undefined) {
    findings.push(
      ...details.filter((detail) => !fits(detail, binding)).map((detail) => misplaced(binding, detail)),
    );
    findings.push(...saidTwice(details));
  }
  return { place, origin: first.origin, binding: binding && withDetails(binding, details) };
}

/** A bean that cannot be made is told as what is wrong with its class. */
export function bindingOf({ param }: Pick<ParamNote, 'param'>, findings: Finding[]): Binding | undefined {
  try {
    return param.binding;
  } catch (error) {
    if (!(error instanceof BeanProblem)) throw error;
    findings.push(...error.findings);
    return undefined;
  }
}

/** The binding with its type; undefined when there is something wrong with it. `required`: it has no default. */
export function typed(
  { place, binding, origin }: Slot,
  required: boolean,
  findings: Finding[],
): Binding | undefined {
  if (binding === undefined) return undefined;
  const declared = binding.type === undefined ? typeFromDeclaration(place, binding) : undefined;
  const type = binding.type ?? declared?.type;
  if (type === undefined) {
    findings.push(unknownType(place, binding, origin, declared?.unknown));
    return undefined;
  }
  // A schema may make something else of it.
  const isMade = binding.valid === undefined || binding.valid === true;
  if (isMade && !agrees(type, place.design)) {
    findings.push(contradictedType(place, binding, type, origin));
    return undefined;
  }
  if (binding.source === 'bean') return { ...binding, type, origin } as Binding;
  const mayBeAbsent =
    (!required || declared?.optional === true) && !('default' in binding) && !isOptional(type);
  return { ...binding, type: mayBeAbsent ? optional(type) : type, origin } as Binding;
}

function isOptional(type: Type): boolean {
  return typeof type === 'object' && 'kind' in type && type.kind === 'optional';
}

function misplaced(binding: Binding, { annotation, otherwise, origin }: NoteOf<'detail'>): Finding {
  return {
    rule: 'misplaced-detail',
    origin,
    message: () => `@${annotation} says nothing of what ${annotationOf(binding.source)} takes`,
    hint: () => otherwise,
  };
}

function saidTwice(details: readonly NoteOf<'detail'>[]): Finding[] {
  return details.flatMap(({ annotation, origin }, index): Finding[] => {
    const earlier = details.slice(0, index).find((other) => other.annotation === annotation);
    if (earlier === undefined) return [];
    return [
      {
        rule: 'said-twice',
        origin,
        message: () => `@${annotation} stands there twice`,
        hint: () => 'keep one of the two',
        related: [{ message: 'the other one', origin: earlier.origin }],
      },
    ];
  });
}
