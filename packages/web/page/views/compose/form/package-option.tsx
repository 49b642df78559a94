import { Check } from 'lucide';
import type { JSX } from 'preact';
import type { PackageInformation } from '../../../api/answers.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../../parts/page-context.ts';

interface PackageOptionProps {
  readonly id: string;
  readonly option: PackageInformation;
  /** Whether the option is selected with the keyboard. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

/** A package with its description and size, and a mark if the configuration or the plan contains it. */
export function PackageOption({ id, option, isActive, isChosen, toggle }: PackageOptionProps): JSX.Element {
  const { planning, resolution } = usePage();
  const words = useWords().form;
  const formats = useFormats();
  const { name, version, description, size, groups } = option;
  // While the configuration has errors, the last resolution belongs to a configuration that no longer exists.
  const resolved = planning.state.value.kind === 'planned' ? resolution.answer.value : undefined;
  const planned = planning.current.value?.summary.packages ?? [];
  const isPlanned = [name, ...groups].some((each) => planned.includes(each));
  const isRequired = resolved?.packages.some((each) => each.name === name) === true;
  const mark = isChosen
    ? words.packageChosen
    : isPlanned
      ? words.packagePlanned
      : isRequired
        ? words.packageRequired
        : undefined;
  return (
    <li
      id={id}
      class={isActive ? 'active' : undefined}
      role="option"
      aria-selected={isChosen}
      // This event fires before the input loses its focus, which closes the list.
      onMouseDown={(event) => {
        event.preventDefault();
        toggle();
      }}
    >
      <span class="package-name">
        <code>{name}</code> <span class="package-version">{version}</span>
      </span>
      {mark !== undefined && (
        <span class="package-known">
          <Icon of={Check} />
          {mark}
        </span>
      )}
      <span class="package-size">{formats.bytes(size)}</span>
      <span class="package-description" lang="en">
        {description}
      </span>
    </li>
  );
}
