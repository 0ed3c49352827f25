/** The fields of each type of step. */
import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Radio,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useEffect, useRef } from 'react';
import { choicesOf } from '../../base/parts/choices.ts';
import { LIMITS } from '../../base/limits.ts';
import { CloseIcon, PlusIcon } from '../../base/parts/icons.tsx';
import { findingText } from './finding.ts';
import { replace, withChoice, withoutChoice } from './outline.ts';
import type { Check, ConditionStep, HandoffStep, MessageStep, Step, WaitStep } from './shapes.ts';
import type { CardProps } from './outline-props.ts';
import { stepTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

interface FieldsProps<Kind extends Step> {
  step: Kind;
  /** @param field names the field, for undoing what is typed in it as a whole */
  onChange: (step: Step, field: string) => void;
  said: (field: string) => string | undefined;
  platform: string;
}

export function StepFields({ step, editing, findings, platform }: CardProps) {
  const group = useRef<HTMLDivElement>(null);
  // the first field of a step that is opened can be written in at once
  useEffect(() => {
    const timer = setTimeout(() => group.current?.querySelector<HTMLElement>('textarea, input')?.focus(), 60);
    return () => clearTimeout(timer);
  }, []);
  const own = findings.filter(({ stepId }) => stepId === step.id);
  const props = {
    onChange: (next: Step, field: string) =>
      editing.changeSteps((steps) => replace(steps, step.id, next), { field: `${step.id} ${field}` }),
    said: (field: string) => findingText(own, field),
    platform,
  };
  return (
    <Stack
      ref={group}
      gap="sm"
      className="flow-fields"
      role="group"
      aria-label={stepTitle(step)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        editing.setOpen(null);
        editing.focus(step.id);
      }}
    >
      <FieldsOf step={step} {...props} />
    </Stack>
  );
}

function FieldsOf({ step, ...props }: FieldsProps<Step>) {
  switch (step.type) {
    case 'message':
      return <MessageFields step={step} {...props} />;
    case 'wait':
      return <WaitFields step={step} {...props} />;
    case 'condition':
      return <ConditionFields step={step} {...props} />;
    case 'handoff':
      return <HandoffFields step={step} {...props} />;
    default:
      step satisfies never;
      return (
        <Text size="sm">
          {t('This page does not know steps of this type. It stays as it is; it can be moved and removed.')}
        </Text>
      );
  }
}

function MessageFields({ step, onChange, said }: FieldsProps<MessageStep>) {
  const { text, button, choices } = step;
  const used = button ? Array.from(text).length : new TextEncoder().encode(text).length;
  const limit = button ? LIMITS.stepTextCharactersWithButton : LIMITS.stepTextBytes;
  return (
    <>
      <Textarea
        label={t('Text')}
        description={t("'{'first_name'}' and '{'username'}' become the person’s.")}
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        value={text}
        onChange={(event) => onChange({ ...step, text: event.currentTarget.value }, 'text')}
        error={said('text')}
      />
      <Text size="xs" c={used > limit ? 'var(--mantine-color-error)' : 'dimmed'} mt={-8}>
        {button
          ? t('{used, number} of {limit, number} characters', { used, limit })
          : t('{used, number} of {limit, number} bytes', { used, limit })}
      </Text>
      {button && <LinkFields step={step} button={button} onChange={onChange} said={said} />}
      {choices && <Choices step={step} onChange={onChange} said={said} />}
      <Group gap="xs">
        {!button && !choices && (
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={14} />}
            onClick={() => onChange({ ...step, button: { title: t('Open the link'), url: '' } }, 'link')}
          >
            {t('Add a link')}
          </Button>
        )}
        {!button && (choices?.length ?? 0) < LIMITS.stepChoices && (
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={14} />}
            onClick={() =>
              onChange(
                withChoice(step, choices ? '' : t('Yes')),
                t('choice {count}', { count: choices?.length ?? 0 }),
              )
            }
          >
            {t('Add a choice')}
          </Button>
        )}
      </Group>
    </>
  );
}

interface LinkProps extends Pick<FieldsProps<MessageStep>, 'step' | 'onChange' | 'said'> {
  button: NonNullable<MessageStep['button']>;
}

function LinkFields({ step, button, onChange, said }: LinkProps) {
  const { button: _button, ...plain } = step;
  const set = (changes: Partial<LinkProps['button']>, field: string) =>
    onChange({ ...step, button: { ...button, ...changes } }, field);
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={t('Label of the link')}
        maxLength={LIMITS.stepButton}
        value={button.title}
        onChange={(event) => set({ title: event.currentTarget.value }, 'title')}
        error={said('title')}
        w={150}
      />
      <TextInput
        label={t('Address')}
        type="url"
        placeholder="https://"
        value={button.url}
        onChange={(event) => set({ url: event.currentTarget.value }, 'url')}
        error={said('url')}
        style={{ flex: '1 1 180px' }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('Remove the link')}
        onClick={() => onChange(plain, 'link')}
      >
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
  );
}

function Choices({ step, onChange, said }: Pick<FieldsProps<MessageStep>, 'step' | 'onChange' | 'said'>) {
  const { choices = [] } = step;
  return (
    <Stack gap={6} role="group" aria-label={t('Choices')}>
      {choices.map(({ label, steps }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a choice has no id, and its label is what is written
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={t('Choice {count}', { count: index + 1 })}
            placeholder={t('What the person taps')}
            maxLength={LIMITS.stepLabel}
            value={label}
            onChange={(event) =>
              onChange(
                {
                  ...step,
                  choices: choices.map((one, at) =>
                    at === index ? { ...one, label: event.currentTarget.value } : one,
                  ),
                },
                t('choice {index}', { index }),
              )
            }
            error={said(`choices/${index}/label`)}
            style={{ flex: 1 }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={
              steps.length > 0
                ? t('Remove choice {count} with its steps', { count: index + 1 })
                : t('Remove choice {count}', { count: index + 1 })
            }
            onClick={() => onChange(withoutChoice(step, index), 'choices')}
          >
            <CloseIcon size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}

function WaitFields({ step, onChange, said }: FieldsProps<WaitStep>) {
  return (
    <Minutes
      label={t('For')}
      value={step.minutes}
      error={said('minutes')}
      onChange={(minutes) => onChange({ ...step, minutes }, 'minutes')}
    />
  );
}

interface MinutesProps {
  label: string;
  value: number;
  error: string | undefined;
  onChange: (minutes: number) => void;
}

/** Hours and minutes, up to the longest wait. */
function Minutes({ label, value, error, onChange }: MinutesProps) {
  const [hours, minutes] = [Math.floor(value / 60), value % 60];
  const number = (value: number | string) => Math.max(0, Math.round(Number(value) || 0));
  const set = (next: number) => onChange(Math.min(LIMITS.stepMinutes, Math.max(1, next)));
  return (
    <Group gap="xs" align="flex-end">
      <NumberInput
        label={t('{label}, hours', { label })}
        min={0}
        max={Math.floor(LIMITS.stepMinutes / 60)}
        w={120}
        value={hours}
        onChange={(value) => set(number(value) * 60 + minutes)}
        error={error}
      />
      <NumberInput
        label={t('and minutes')}
        min={0}
        max={59}
        w={120}
        value={minutes}
        onChange={(value) => set(hours * 60 + number(value))}
      />
    </Group>
  );
}

const CHECKS: { [check in Check]: string } = {
  replied: t('Did they answer?'),
  keyword: t('Does their answer have a keyword?'),
  clicked: t('Did they open the link above?'),
  follows: t('Do they follow you?'),
};

function ConditionFields({ step, onChange, said, platform }: FieldsProps<ConditionStep>) {
  const { check, keywords } = step;
  const setCheck = (next: Check) => {
    const { keywords: _, withinMinutes: before, ...rest } = step;
    onChange(
      {
        ...rest,
        check: next,
        ...(next === 'keyword' && { keywords: keywords ?? [] }),
        ...(next !== 'follows' && before !== undefined && { withinMinutes: before }),
      },
      'check',
    );
  };
  return (
    <>
      <Select
        label={t('What is asked')}
        data={choicesOf(CHECKS).filter(
          ({ value }) => platform === 'instagram' || value !== 'follows' || check === value,
        )}
        value={check}
        onChange={(value) => value !== null && setCheck(value)}
        allowDeselect={false}
      />
      {check === 'keyword' && (
        <TagsInput
          label={t('Keywords')}
          description={t('Capitals and accents do not count. Enter or a comma ends one.')}
          value={keywords ?? []}
          onChange={(next) => onChange({ ...step, keywords: tidy(next) }, 'keywords')}
          maxTags={LIMITS.keywords}
          splitChars={[',', ';', '\n']}
          acceptValueOnBlur
          error={said('keywords')}
        />
      )}
      {check === 'follows' ? (
        <Text size="sm" c="dimmed">
          {t(
            'The network is asked at once. When it does not say, it counts as yes. People who do not follow you may find the message under Requests, where many never look.',
          )}
        </Text>
      ) : (
        <WaitingTime step={step} onChange={onChange} said={said} />
      )}
    </>
  );
}

/** How long a question waits for its answer. */
function WaitingTime({ step, onChange, said }: Omit<FieldsProps<ConditionStep>, 'platform'>) {
  const { withinMinutes, ...open } = step;
  return (
    <>
      <Radio.Group
        label={t('How long it waits for it')}
        value={withinMinutes === undefined ? 'open' : 'within'}
        onChange={(value) => onChange(value === 'open' ? open : { ...step, withinMinutes: 120 }, 'within')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="within" label={t('A time')} />
          <Radio
            value="open"
            label={t('As long as “No” can still send a message: 23 hours after their last message')}
          />
        </Stack>
      </Radio.Group>
      {withinMinutes !== undefined && (
        <Minutes
          label={t('Within')}
          value={withinMinutes}
          error={said('withinMinutes')}
          onChange={(minutes) => onChange({ ...step, withinMinutes: minutes }, 'withinMinutes')}
        />
      )}
    </>
  );
}

export const tidy = (words: readonly string[]): string[] =>
  words.map((word) => word.trim()).filter((word) => word !== '');

function HandoffFields({ step, onChange, said }: FieldsProps<HandoffStep>) {
  const { note: _, ...without } = step;
  return (
    <>
      <Textarea
        label={t('Note for the team')}
        description={t('Shown beside the conversation in the inbox. The person does not see it.')}
        autosize
        minRows={2}
        maxLength={LIMITS.stepNote}
        value={step.note ?? ''}
        onChange={(event) =>
          onChange(
            event.currentTarget.value === '' ? without : { ...step, note: event.currentTarget.value },
            'note',
          )
        }
        error={said('note')}
      />
      <Text size="sm" c="dimmed">
        {t('The automation ends here, and no automation answers this person until the conversation is done.')}
      </Text>
    </>
  );
}
