import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Finding } from '../../../api/answers.ts';
import { usePage } from '../../../parts/page-context.ts';
import { toPointer, type Path } from '../../../text/json-edit.ts';

/** A value of the configuration in the form. */
export interface FieldState {
  /** The id of the element, unique on the page. */
  readonly id: string;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
  readonly findings: readonly Finding[];
}

/** @param isDeep whether findings about nested values are displayed too */
export function useField(path: Path, isDeep = false): FieldState {
  const { form } = usePage();
  return {
    id: fieldId(path),
    value: form.read(path),
    set: (value) => form.set(path, value),
    findings: form.findingsAt(path, isDeep),
  };
}

/** A reference for the control of a value, which is focused when the form requests it. */
export function useRequestedFocus<Control extends HTMLElement>(path: Path): RefObject<Control> {
  const { form } = usePage();
  const control = useRef<Control>(null);
  const isRequested = form.focusRequest.value === toPointer(path);
  useEffect(() => {
    if (!isRequested) return;
    form.focusRequest.value = undefined;
    control.current?.focus();
  }, [isRequested]);
  return control;
}

/** Returns the handler of an entry's `focusout` event, which reports that the user has left the entry. */
export function useLeaveEntry(path: Path): (event: FocusEvent) => void {
  const { form } = usePage();
  return ({ currentTarget, relatedTarget }) => {
    if (currentTarget instanceof Node && currentTarget.contains(relatedTarget as Node | null)) return;
    form.leave(path);
  };
}

/** A string, or the empty string for any other value. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The strings of a list; empty for any other value. */
export function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function fieldId(path: Path): string {
  return `field-${path.join('-').replaceAll(/[^\w-]/g, '')}`;
}

/** Focuses the field of a finding, once its section is displayed. */
export function focusField({ pointer = '' }: Finding): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(fieldId(pointer.split('/').slice(1)));
    const controls = 'input:not([disabled]), select, textarea';
    const control = field?.matches(controls) ? field : field?.querySelector<HTMLElement>(controls);
    control?.focus();
  });
}
