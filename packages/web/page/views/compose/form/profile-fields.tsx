import type { JSX } from 'preact';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { ListField } from './list-field.tsx';
import { SelectField } from './select-field.tsx';

/** The program of a profile and, for desktops, the driver and the login screen. */
export function ProfileFields(): JSX.Element | null {
  const { form } = usePage();
  const words = useWords().form;
  const choices = form.choices.value;
  const main = form.read(['profile', 'main']);
  if (choices === undefined || typeof main !== 'string') return null;
  if (main === 'custom') return <p class="quiet">{words.customInText}</p>;
  const profiles = choices.profiles.filter(
    (profile) => profile.main === main && profile.removed === undefined,
  );
  const isGraphical = choices.mains.some((each) => each.value === main && each.graphics);
  return (
    <>
      <div class="field-row">
        {profiles.length > 0 && (
          <SelectField
            path={['profile', 'details']}
            label={words.programs[main === 'server' ? 'server' : 'desktop']}
            none={words.noProgram}
            options={profiles.map(({ value }) => value)}
            meanings={words.serverMeanings}
            help={main === 'server' ? words.serverHelp : undefined}
          />
        )}
        {isGraphical && (
          <>
            <SelectField
              path={['profile', 'gfx_driver']}
              label={words.driver}
              none={words.defaultDriver}
              options={choices.drivers
                .filter((driver) => driver.removed === undefined)
                .map(({ value }) => value)}
            />
            <SelectField
              path={['profile', 'greeter_type']}
              label={words.greeter}
              none={words.defaultGreeter}
              options={choices.greeters.map(({ value }) => value)}
            />
          </>
        )}
      </div>
      {isGraphical && (
        <ListField
          path={['x-writ', 'desktops']}
          label={words.furtherDesktops}
          help={words.furtherDesktopsHelp(choices.furtherDesktops.map(({ value }) => value).join(', '))}
        />
      )}
    </>
  );
}
