import { ArrowLeft, ArrowRight } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { sectionNames, type SectionName } from '../../../state/form.ts';

/** The buttons to the sections before and after the displayed one; after the last section, to the plan. */
export function StepButtons(): JSX.Element {
  const { form } = usePage();
  const { form: words, plan } = useWords();
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
      <button
        type="button"
        onClick={() => (later === undefined ? document.getElementById('plan-title')?.focus() : open(later))}
      >
        {words.next(later === undefined ? plan.title : words.sectionNames[later])}
        <Icon of={ArrowRight} />
      </button>
    </p>
  );
}
