import type { Binding } from '@writ/http/kernel';
import type {
  ModifierRecord,
  FieldRecord,
  AnnotationRecord,
  AnnotationRecordOf,
  ParamRecord,
} from '../recording/records.ts';

/** A binding whose type may still be unknown. */
export interface SourcedBinding {
  readonly source: Binding['source'];
}

/** Returns the name of the annotation for a source, such as `PathParam` or `Context`. */
export function annotationName(source: Binding['source']): string {
  return source === 'context' ? 'Context' : `${source.charAt(0).toUpperCase()}${source.slice(1)}Param`;
}

/** Returns the binding of a field with its modifiers applied; undefined if the field has no source. */
export function readFieldBinding(annotations: readonly FieldRecord[]): Binding | undefined {
  const source = annotations.find(
    (annotation): annotation is FieldRecord & ParamRecord => annotation.kind === 'param',
  );
  return source && withModifiers(source.param.binding, annotations);
}

/** Adds the settings of the modifiers to a binding. Modifiers that do not apply to its source are ignored. */
export function withModifiers<B extends SourcedBinding>(
  binding: B,
  annotations: readonly (AnnotationRecord | FieldRecord)[],
): B {
  return modifiersIn(annotations)
    .filter((modifier) => appliesTo(modifier, binding))
    .reduce((changed, { part }) => ({ ...changed, ...part }), binding);
}

export function modifiersIn(
  annotations: readonly (AnnotationRecord | FieldRecord)[],
): AnnotationRecordOf<'modifier'>[] {
  return annotations.filter(
    (annotation): annotation is AnnotationRecordOf<'modifier'> => annotation.kind === 'modifier',
  );
}

export function appliesTo({ sources }: ModifierRecord, { source }: SourcedBinding): boolean {
  return sources.includes(source);
}
