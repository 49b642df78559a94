import type { Binding } from '@writ/http/kernel';
import type { DetailNote, FieldNote, Note, NoteOf, ParamNote } from '../recording/records.ts';

/** A source as it is written: `PathParam`, `Context`. */
export function annotationOf(source: Binding['source']): string {
  return source === 'context' ? 'Context' : `${source[0]!.toUpperCase()}${source.slice(1)}Param`;
}

/** The binding of what stands on one argument or field, with what second annotations say of it. */
export function detailed(notes: readonly FieldNote[]): Binding | undefined {
  const source = notes.find((note): note is FieldNote & ParamNote => note.kind === 'param');
  return source && withDetails(source.param.binding, notes);
}

/** Details that do not fit the source change nothing: they are findings. */
export function withDetails(binding: Binding, notes: readonly (Note | FieldNote)[]): Binding {
  return detailsIn(notes)
    .filter((detail) => fits(detail, binding))
    .reduce<Binding>((changed, detail) => detail.change(changed), binding);
}

export function detailsIn(notes: readonly (Note | FieldNote)[]): NoteOf<'detail'>[] {
  return notes.filter((note): note is NoteOf<'detail'> => note.kind === 'detail');
}

export function fits({ sources }: DetailNote, { source }: Binding): boolean {
  return sources.includes(source);
}
