import { Plus } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { ListField } from './list-field.tsx';
import { suggestServices } from './service-suggestions.ts';
import { toTexts } from './use-field.ts';

const PATH = ['services'];

/** The services that start at boot, with buttons for those of the listed packages. */
export function ServiceField(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const services = toTexts(form.read(PATH));
  const packages = toTexts(form.read(['packages']));
  const chosen = [form.read(['profile', 'details'])].flat();
  const suggested = suggestServices(packages, services, form.choices.value?.profiles ?? [], chosen);
  return (
    <>
      <ListField path={PATH} label={words.services} help={words.servicesHelp} placeholder="sshd" />
      {suggested.length > 0 && (
        <p class="row suggestions">
          {suggested.map((service) => (
            <button type="button" key={service} onClick={() => form.set(PATH, [...services, service])}>
              <Icon of={Plus} />
              {words.startService(service)}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
