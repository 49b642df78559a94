import type { JSX } from 'preact';
import { useFormats, usePage, useWords } from '../../../parts/page-context.ts';
import { CheckField } from './check-field.tsx';
import { Combobox } from './combobox.tsx';
import { TextField } from './text-field.tsx';

/** The keyboard, language, time zone, host name and clock synchronization of the machine. */
export function SystemSection(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const formats = useFormats();
  const choices = form.choices.value;
  const regionOf = (keyboard: string): string | undefined => {
    const graphical = choices?.keyboards.find(({ value }) => value === keyboard)?.graphical;
    return graphical && formats.region(graphical.layout);
  };
  // The form has no field for the encoding, so it offers only languages with the default one.
  const locales = choices?.locales.filter(({ encodings }) => encodings.includes('UTF-8')) ?? [];
  return (
    <>
      <Combobox
        path={['keyboard-language']}
        label={words.keyboard}
        help={words.keyboardHelp}
        placeholder="us"
        options={choices?.keyboards.map(({ value }) => value) ?? []}
        describe={regionOf}
      />
      <Combobox
        path={['sys-language']}
        also={['sys-encoding']}
        label={words.locale}
        help={words.localeHelp}
        placeholder="en_US"
        options={locales.map(({ language }) => language)}
        describe={formats.locale}
      />
      <Combobox
        path={['timezone']}
        label={words.timezone}
        help={words.timezoneHelp}
        placeholder="UTC"
        options={choices?.timezones ?? []}
      />
      <TextField
        path={['hostname']}
        label={words.hostname}
        help={words.hostnameHelp}
        placeholder="archlinux"
      />
      <CheckField path={['ntp']} label={words.ntp} help={words.ntpHelp} />
    </>
  );
}
