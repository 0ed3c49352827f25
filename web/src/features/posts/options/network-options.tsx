/** Options of single networks, for those that are chosen, drawn from the schemas of the API. */
import './options.css';
import { Stack } from '@mantine/core';
import { Fold } from '../../../base/parts/fold.tsx';
import { NetworkMark, networkName } from '../../../base/parts/network.tsx';
import { groupsOf, type OptionField, type OptionGroup, type Options, valueAt, withValue } from './fields.ts';
import { OptionInput } from './option-input.tsx';
import { t } from '../../../base/language/text.ts';

interface NetworkOptionsProps {
  platforms: ReadonlySet<string>;
  value: Options;
  onChange: (change: (options: Options) => Options) => void;
}

export function NetworkOptions({ platforms, value, onChange }: NetworkOptionsProps) {
  return (
    <Stack gap="xs">
      {groupsOf(platforms, value).map((group) => (
        <Group key={group.platforms.join(' ')} group={group} value={value} onChange={onChange} />
      ))}
    </Stack>
  );
}

const isRequired = ({ schema }: OptionField): boolean => schema['x-form']?.required !== undefined;

/** Closed at first, unless something in it is set or has to be chosen. */
function Group({ group, value, onChange }: Omit<NetworkOptionsProps, 'platforms'> & { group: OptionGroup }) {
  const { platforms, fields } = group;
  const isSet = ({ path }: OptionField) => valueAt(value, path) !== undefined;
  const isOpen = fields.some((field) => isRequired(field) || isSet(field));
  const set = fields.filter(isSet).map(({ schema }) => schema.title);
  return (
    <Fold
      mark={platforms.map((platform) => (
        <NetworkMark key={platform} platform={platform} size={18} />
      ))}
      title={platforms.map(networkName).join(', ')}
      says={set.length === 0 ? t('Options') : set.join(', ')}
      startsOpen={isOpen}
      label={t('Options of {platforms}', { platforms: platforms.map(networkName).join(', ') })}
    >
      {fields.map((field) => (
        <OptionInput
          key={field.path.join('.')}
          schema={field.schema}
          value={valueAt(value, field.path)}
          onChange={(next) => onChange((options) => withValue(options, field.path, next))}
        />
      ))}
    </Fold>
  );
}
