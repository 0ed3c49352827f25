/** What starts the automation, and how often one person goes through it. */
import {
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { triggerOf } from './blocks.ts';
import { type Finding, findingText } from './finding.ts';
import type { Flow, Trigger, TriggerType } from './shapes.ts';
import { FindingLine, toNextHead } from './step-card.tsx';
import { tidy } from './step-fields.tsx';
import { type Editing, START } from './use-editing.ts';
import { choicesOf } from '../../base/parts/choices.ts';
import { LIMITS } from '../../base/limits.ts';
import { triggerText } from './words.ts';
import { t } from '../../base/language/text.ts';

const TYPES: { [type in TriggerType]: string } = {
  keyword: t('A message with a keyword'),
  any_message: t('Any message'),
  story_reply: t('A reply to a story'),
  story_mention: t('A mention in a story'),
  ref: t('A link that you share'),
};

interface TriggerProps {
  editing: Editing;
  findings: readonly Finding[];
  platform: string;
  /** The link of an automation that exists. */
  link: string | undefined;
}

export function TriggerCard(props: TriggerProps) {
  const { editing, findings } = props;
  const isOpen = editing.open === START;
  const own = findings.filter(({ path }) => path.startsWith('/trigger'));
  return (
    <div
      className="flow-card"
      data-type="trigger"
      data-open={isOpen || undefined}
      data-blocked={own.some(({ blocks }) => blocks) || undefined}
    >
      <div className="flow-head">
        <UnstyledButton
          className="flow-head-button"
          data-head={START}
          aria-expanded={isOpen}
          aria-label={t('Start: {trigger}', { trigger: triggerText(editing.flow.trigger) })}
          onClick={() => editing.setOpen(isOpen ? null : START)}
          onKeyDown={(event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.key !== 'ArrowDown') return;
            event.preventDefault();
            toNextHead(event, 1);
          }}
        >
          <Text component="span" size="sm" fw={650} className="flow-head-title">
            {t('Start')}
          </Text>
          <Text component="span" size="sm" c="dimmed" className="flow-head-text">
            {triggerText(editing.flow.trigger)}
          </Text>
        </UnstyledButton>
      </div>
      {own.length > 0 && (
        <ul className="flow-findings">
          {own.map((finding) => (
            <FindingLine key={`${finding.code} ${finding.path}`} finding={finding} />
          ))}
        </ul>
      )}
      {isOpen && <TriggerFields {...props} own={own} />}
    </div>
  );
}

type SetTrigger = (next: Trigger, field: string) => void;

interface FieldsProps {
  trigger: Trigger;
  set: SetTrigger;
  /** What the service says of the trigger. */
  own: readonly Finding[];
}

const isStory = (type: TriggerType): boolean => type === 'story_reply' || type === 'story_mention';

function TriggerFields({ editing, platform, link, own }: TriggerProps & { own: readonly Finding[] }) {
  const { flow, change } = editing;
  const { trigger } = flow;
  const set: SetTrigger = (next, field) =>
    change((before) => ({ ...before, trigger: next }), { field: t('trigger {field}', { field }) });
  const fields = { trigger, set, own };
  return (
    <Stack gap="sm" className="flow-fields" role="group" aria-label={t('Start')}>
      <Select
        label={t('What starts it')}
        data={choicesOf(TYPES).filter(({ value }) => platform !== 'facebook' || !isStory(value))}
        value={trigger.type}
        onChange={(type) => type !== null && set(triggerOf(type, trigger), 'type')}
        allowDeselect={false}
      />
      {(trigger.type === 'keyword' || trigger.type === 'story_reply') && <KeywordFields {...fields} />}
      {isStory(trigger.type) && <StoryFields {...fields} />}
      {trigger.type === 'any_message' && <AfterRuleField {...fields} />}
      {trigger.type === 'ref' && <RefField {...fields} link={link} />}
      <HowOften editing={editing} />
    </Stack>
  );
}

function KeywordFields({ trigger, set, own }: FieldsProps) {
  const isKeyword = trigger.type === 'keyword';
  const { keywords: _, ref: _ref, ...bare } = trigger;
  return (
    <>
      <TagsInput
        label={isKeyword ? t('Keywords') : t('Only replies with one of these keywords')}
        description={t(
          'Words, phrases or emoji. Capitals and accents do not count. Enter or a comma ends one.',
        )}
        value={trigger.keywords ?? []}
        onChange={(next) => {
          const keywords = tidy(next);
          set(keywords.length === 0 && !isKeyword ? bare : { ...trigger, keywords }, 'keywords');
        }}
        maxTags={LIMITS.keywords}
        splitChars={[',', ';', '\n']}
        acceptValueOnBlur
        error={findingText(own, 'keywords')}
      />
      <Switch
        label={t('Only when the message is a keyword alone')}
        checked={trigger.match === 'exact'}
        onChange={(event) =>
          set({ ...trigger, match: event.currentTarget.checked ? 'exact' : 'contains' }, 'match')
        }
      />
    </>
  );
}

function StoryFields({ trigger, set, own }: FieldsProps) {
  return (
    <>
      {trigger.type === 'story_reply' && (
        <Switch
          label={t('Not for bare reactions, such as ❤️ alone')}
          checked={trigger.ignoreReactions === true}
          onChange={(event) => {
            const { ignoreReactions: _ignore, ...rest } = trigger;
            set(event.currentTarget.checked ? { ...rest, ignoreReactions: true } : rest, 'reactions');
          }}
        />
      )}
      <TextInput
        label={t('Only this story')}
        description={t('The network’s id of the story. Empty: every story.')}
        maxLength={LIMITS.triggerMediaId}
        value={trigger.mediaId ?? ''}
        onChange={(event) => {
          const { mediaId: _media, ...rest } = trigger;
          const mediaId = event.currentTarget.value;
          set(mediaId === '' ? rest : { ...rest, mediaId }, 'story');
        }}
        error={findingText(own, 'mediaId')}
      />
    </>
  );
}

function AfterRuleField({ trigger, set, own }: FieldsProps) {
  const max = LIMITS.ignoreRuleAnswersMinutes;
  return (
    <NumberInput
      label={t('Not after the message of a comment rule, minutes')}
      description={t('So that a “thanks!” for it starts nothing.')}
      min={0}
      max={max}
      value={trigger.ignoreRuleAnswersMinutes ?? 0}
      onChange={(value) => {
        const { ignoreRuleAnswersMinutes: _minutes, ...rest } = trigger;
        const minutes = Math.min(max, Math.max(0, Math.round(Number(value) || 0)));
        set(minutes === 0 ? rest : { ...rest, ignoreRuleAnswersMinutes: minutes }, 'ignored');
      }}
      error={findingText(own, 'ignoreRuleAnswersMinutes')}
    />
  );
}

function RefField({ trigger, set, own, link }: FieldsProps & { link: string | undefined }) {
  const { keywords: _, ref: _ref, ...bare } = trigger;
  return (
    <>
      <TextInput
        label={t('Code of the link')}
        description={t('Made when it is empty.')}
        maxLength={LIMITS.triggerRef}
        value={trigger.ref ?? ''}
        onChange={(event) => {
          const ref = event.currentTarget.value;
          set(ref === '' ? bare : { ...trigger, ref }, 'ref');
        }}
        error={findingText(own, 'ref')}
      />
      {link !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {link}
        </Text>
      )}
    </>
  );
}

/** How often one person goes through the automation. */
function HowOften({ editing: { flow, change } }: { editing: Editing }) {
  const { reentry, cooldownHours } = flow;
  const set = (terms: Partial<Flow>, field: string) =>
    change((before) => ({ ...before, ...terms }), { field });
  return (
    <>
      <Radio.Group
        label={t('How often for one person')}
        value={reentry}
        onChange={(value) => set({ reentry: value }, 'reentry')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="once" label={t('Once')} />
          <Radio value="always" label={t('Each time, after a pause')} />
        </Stack>
      </Radio.Group>
      {reentry === 'always' && (
        <NumberInput
          label={t('Pause, hours')}
          min={0}
          max={LIMITS.cooldownHours}
          decimalScale={2}
          w={160}
          value={cooldownHours}
          onChange={(value) => set({ cooldownHours: Math.max(0, Number(value) || 0) }, 'cooldown')}
        />
      )}
    </>
  );
}
