import type { JSX } from 'preact';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { DEMONSTRATION } from '../../../state/start.ts';
import { MirrorSelect, useSelectedMirror } from '../mirror-select.tsx';
import { Cards } from './cards.tsx';
import { CheckField } from './check-field.tsx';
import { FieldGroup } from './field.tsx';
import { PackageField } from './package-field.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { SelectField } from './select-field.tsx';
import { ServiceField } from './service-field.tsx';
import { toText, useField } from './use-field.ts';

/** The purpose of the machine, its packages and where they come from. */
export function SoftwareSection(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { id, value, findings } = useField(['profile', 'main']);
  const mains = form.choices.value?.mains ?? [];
  const select = (main: string | undefined): void =>
    form.set(['profile'], main === undefined ? undefined : { main });
  const mirror = useField(['mirror-region'], true);
  const isDemonstration = useSelectedMirror()?.id === DEMONSTRATION;
  return (
    <>
      <FieldGroup id={id} label={words.purpose} findings={findings}>
        <Cards
          name="main"
          selected={value === undefined ? undefined : toText(value)}
          select={select}
          cards={[
            { value: undefined, title: words.noProfile, meaning: words.noProfileMeaning },
            ...mains.map((main) => ({
              value: main.value,
              title: words.mains[main.value],
              meaning: words.mainMeanings[main.value],
            })),
          ]}
        />
      </FieldGroup>
      <ProfileFields />
      <PackageField />
      <ServiceField />
      <CheckField
        path={['x-writ', 'features', 'bluetooth']}
        label={words.bluetooth}
        help={words.bluetoothHelp}
      />
      <CheckField
        path={['x-writ', 'features', 'printing']}
        label={words.printing}
        help={words.printingHelp}
      />
      <CheckField path={['x-writ', 'features', 'fonts']} label={words.fonts} help={words.fontsHelp} />
      <SelectField
        path={['x-writ', 'features', 'power']}
        label={words.power}
        none={words.noPower}
        options={['power-profiles-daemon', 'tuned']}
        help={words.powerHelp}
      />
      <SelectField
        path={['x-writ', 'features', 'firewall']}
        label={words.firewall}
        none={words.noFirewall}
        options={['firewalld', 'ufw']}
        help={words.firewallHelp}
      />
      <SelectField
        path={['audio_config', 'audio']}
        clear={['audio_config']}
        label={words.audio}
        none={words.noAudio}
        options={form.choices.value?.audioServers.map((each) => each.value) ?? []}
      />
      <FieldGroup
        id={mirror.id}
        label={words.mirrors}
        help={isDemonstration ? words.demonstrationHelp : words.mirrorsHelp}
        findings={mirror.findings}
      >
        <div class="row">
          <MirrorSelect field="mirror-in-form" />
        </div>
      </FieldGroup>
      <SelectField
        path={['additional-repositories']}
        label={words.repositories}
        none={words.noRepositories}
        options={['multilib', 'testing']}
      />
    </>
  );
}
