import type { ComponentChildren, JSX } from 'preact';
import type { Finding } from '../../../api/answers.ts';
import { FindingNote } from './finding-note.tsx';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly findings: readonly Finding[];
  readonly children: ComponentChildren;
}

/** A labelled control with its explanation and its findings. */
export function Field({ id, label, help, findings, children }: FieldProps): JSX.Element {
  return (
    <div class={`field ${findings.length > 0 ? 'with-findings' : ''}`}>
      <label for={id}>{label}</label>
      {children}
      <FieldNotes id={id} help={help} findings={findings} />
    </div>
  );
}

/** A group of controls with a common label, such as cards to select from. */
export function FieldGroup({ id, label, help, findings, children }: FieldProps): JSX.Element {
  return (
    <fieldset class="field" id={id} aria-describedby={describedBy(id, help, findings)}>
      <legend>{label}</legend>
      {children}
      <FieldNotes id={id} help={help} findings={findings} />
    </fieldset>
  );
}

function FieldNotes({ id, help, findings }: Pick<FieldProps, 'id' | 'help' | 'findings'>): JSX.Element {
  return (
    <>
      {help !== undefined && (
        <p class="quiet" id={`${id}-help`}>
          {help}
        </p>
      )}
      {findings.length > 0 && (
        <ul class="field-findings" id={`${id}-findings`}>
          {findings.map((finding) => (
            <FindingNote key={finding.message} finding={finding} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The ids of the explanation and the findings of a field. */
export function describedBy(
  id: string,
  help: string | undefined,
  findings: readonly Finding[],
): string | undefined {
  const ids = [
    ...(help === undefined ? [] : [`${id}-help`]),
    ...(findings.length === 0 ? [] : [`${id}-findings`]),
  ];
  return ids.join(' ') || undefined;
}
