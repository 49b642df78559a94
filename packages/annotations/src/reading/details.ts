import type { Binding } from '@writ/http/kernel';
import type { DetailNote, FieldNote, Note, NoteOf, ParamNote } from '../recording/records.ts';

/** What is known of a binding while its type may be left to the declaration. */
export interface Described {
  readonly source: Binding['source'];
}

/** A source as it is written: `PathParam`, `Context`. */
export function annotationOf(source: Binding['source']): string {
  return source === 'context' ? 'Context' : `${source.charAt(0).toUpperCase()}${source.slice(1)}Param`;
}

/** The binding of what stands on one argument or field, with what second annotations say of it. */
export function detailed(notes: readonly FieldNote[]): Binding | undefined {
  const source = notes.find((note): note is FieldNote & ParamNote => note.kind === 'param');
  return source && withDetails(source.param.binding, notes);
}

/** Details that do not fit the source change nothing: they are findings. */
export function withDetails<B extends Described>(binding: B, notes: readonly (Note | FieldNote)[]): B {
  return detailsIn(notes)
    .filter((detail) => fits(detail, binding))
    .reduce((changed, { part }) => ({ ...changed, ...part }), binding);
}

export function detailsIn(notes: readonly (Note | FieldNote)[]): NoteOf<'detail'>[] {
  return notes.filter((note): note is NoteOf<'detail'> => note.kind === 'detail');
}

export function fits({ sources }: DetailNote, { source }: Described): boolean {
  return sources.includes(source);
}
