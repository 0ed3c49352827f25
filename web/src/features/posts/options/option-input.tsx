/** A field for one option, as its schema describes it. */
import { MultiSelect, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { choicesOf } from '../../../base/parts/choices.ts';
import type { OptionSchema } from '../../../base/post-option.ts';
import { BoardSelect } from './board-select.tsx';
import type { OptionValue } from './fields.ts';
import { languageChoices } from './languages.ts';
import { t } from '../../../base/language/text.ts';

interface OptionInputProps {
  schema: OptionSchema;
  /** Undefined means that it is empty. */
  value: OptionValue | undefined;
  onChange: (value: OptionValue | undefined) => void;
}

export function OptionInput(props: OptionInputProps) {
  const { schema, value, onChange } = props;
  const hints = schema['x-form'] ?? {};
  const texts = { label: schema.title, description: (hints.hint ?? schema.description) || undefined };
  if (schema.type === 'boolean')
    return (
      <Switch
        {...texts}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (schema.type === 'array') return <ListInput {...props} texts={texts} />;
  if (hints.choicesFrom !== undefined || hints.labels !== undefined || hints.isLanguage)
    return <ChoiceInput {...props} texts={texts} />;
  return (
    <TextInput
      {...texts}
      type={schema.format === 'uri' ? 'url' : 'text'}
      maxLength={schema.maxLength}
      dir="auto"
      leftSection={hints.prefix}
      withAsterisk={hints.required !== undefined}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type WithTexts = OptionInputProps & { texts: { label: string | undefined; description: string | undefined } };

/** Several texts: languages are chosen, others are typed. */
function ListInput({ schema, value, onChange, texts }: WithTexts) {
  const hints = schema['x-form'] ?? {};
  const values = Array.isArray(value) ? value : [];
  const placeholder = values.length === 0 ? hints.ifEmpty : undefined;
  if (hints.isLanguage)
    return (
      <MultiSelect
        {...texts}
        placeholder={placeholder}
        data={languageChoices(values)}
        {...(schema.maxItems !== undefined && { maxValues: schema.maxItems })}
        searchable
        hidePickedOptions
        value={values}
        onChange={onChange}
      />
    );
  return (
    <TagsInput
      {...texts}
      placeholder={placeholder ?? (values.length === 0 ? t('Type one, then Enter') : undefined)}
      {...(schema.maxItems !== undefined && { maxTags: schema.maxItems })}
      maxLength={schema.items?.maxLength}
      value={values}
      onChange={onChange}
    />
  );
}

/** One of several values. */
function ChoiceInput({ schema, value, onChange, texts }: WithTexts) {
  const { labels = {}, ifEmpty, required, isLanguage, choicesFrom } = schema['x-form'] ?? {};
  const common = {
    ...texts,
    placeholder: ifEmpty ?? t('Choose'),
    withAsterisk: required !== undefined,
    value: typeof value === 'string' ? value : null,
    onChange: (chosen: string | null) => onChange(chosen ?? undefined),
    clearable: true,
    // without this the button is for the mouse alone
    clearButtonProps: {
      'aria-label': t('Choose nothing'),
      'aria-hidden': false,
      tabIndex: 0,
      miw: 24,
      mih: 24,
    },
  };
  if (choicesFrom !== undefined) return <BoardSelect {...common} />;
  if (isLanguage)
    return (
      <Select {...common} searchable data={languageChoices(common.value === null ? [] : [common.value])} />
    );
  return <Select {...common} data={choicesOf(labels)} />;
}
