import type { JSX } from 'preact';
import type { Mirror } from '../../api/answers.ts';
import { usePage, useWords } from '../../parts/page-context.ts';
import { mirrorTitle } from './mirror-title.ts';

/** The mirror of the service that the configuration uses; undefined if it uses others. */
export function useSelectedMirror(): Mirror | undefined {
  const { configuration, service } = usePage();
  const region = configuration.region.value;
  return service.value?.mirrors.find((mirror) => JSON.stringify(mirror.region) === region);
}

/** A list of mirrors, in which the configured mirror is selected. */
export function MirrorSelect({ field }: { readonly field: string }): JSX.Element {
  const { configuration, service } = usePage();
  const words = useWords();
  const mirrors = service.value?.mirrors ?? [];
  const selected = useSelectedMirror();
  return (
    <span class="labelled-select">
      <label for={field}>{words.editor.mirror}</label>
      <select
        id={field}
        value={selected?.id ?? ''}
        onChange={(event) => {
          const chosen = mirrors.find(({ id }) => id === event.currentTarget.value);
          if (chosen !== undefined) configuration.selectMirror(chosen);
        }}
      >
        <option value="">{words.editor.asConfigured}</option>
        {mirrors.map((mirror) => {
          const { text, isTranslated } = mirrorTitle(mirror, words);
          return (
            <option key={mirror.id} value={mirror.id} {...(isTranslated ? {} : { lang: 'en' })}>
              {text}
            </option>
          );
        })}
      </select>
    </span>
  );
}
