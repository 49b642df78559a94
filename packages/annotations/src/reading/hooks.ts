import type { AnnotationRecord, AnnotationRecordOf } from '../recording/records.ts';
import type { Method } from './method.ts';

/** The name of the annotation for a hook. */
export const HOOK_ANNOTATIONS: Readonly<Record<AnnotationRecordOf<'hook'>['hook'], string>> = {
  open: 'OnOpen',
  message: 'OnMessage',
  close: 'OnClose',
  error: 'OnError',
};

/**
 * Replaces the hooks of a method with verbs, so that its parameters are bound like those of other methods: the message
 * is bound like a body, which the other hooks do not have.
 */
export function withVerbs(method: Method): Method {
  if (!method.levels.flat().some(({ kind }) => kind === 'hook')) return method;
  const replace = (annotations: readonly AnnotationRecord[]): readonly AnnotationRecord[] =>
    annotations.map((annotation) => (annotation.kind === 'hook' ? toVerb(annotation) : annotation));
  return { ...method, levels: method.levels.map(replace), own: replace(method.own) };
}

/** Converts a hook to a verb. */
export function toVerb({ hook, params, origin }: AnnotationRecordOf<'hook'>): AnnotationRecordOf<'verb'> {
  return { kind: 'verb', method: hook === 'message' ? 'POST' : 'GET', params, origin };
}
