import { ArrowLeft, ArrowRight } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { sectionNames, type SectionName } from '../../../state/form.ts';

/** The buttons to the sections before and after the displayed one. */
export function StepButtons(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const at = sectionNames.indexOf(form.section.value);
  const [earlier, later] = [sectionNames[at - 1], sectionNames[at + 1]];
  const open = (name: SectionName): void => {
    form.section.value = name;
    document.getElementById(`section-${name}`)?.focus();
  };
  return (
    <p class="row end steps">
      {earlier !== undefined && (
        <button type="button" onClick={() => open(earlier)}>
          <Icon of={ArrowLeft} />
          {words.back(words.sectionNames[earlier])}
        </button>
      )}
      {later !== undefined && (
        <button type="button" onClick={() => open(later)}>
          {words.next(words.sectionNames[later])}
          <Icon of={ArrowRight} />
        </button>
      )}
    </p>
  );
}
