/** Pause or resume a rule, change it, delete it: what cannot be undone asks first. */
import { Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Confirm } from '../../base/parts/confirm.tsx';
import { ResourceMenu } from '../../base/parts/resource-menu.tsx';
import { ifCan } from '../../base/can.tsx';
import { useDeleteRule, useSetActive } from './queries.ts';
import type { Rule } from './shapes.ts';
import { ruleTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

/** Pauses an active rule, resumes a paused one, as the switch of an automation does. Pausing asks first while messages wait: they are not sent then. */
export const ActiveSwitch = ifCan('updateCommentRule', PauseSwitch);

function PauseSwitch({ rule }: { rule: Rule }) {
  const change = useSetActive();
  const [isAsked, { open: ask, close }] = useDisclosure(false);
  const { id, active, stats } = rule;
  const set = (isActive: boolean) => change.mutate({ id, active: isActive }, { onSettled: close });
  return (
    <>
      <Switch
        aria-label={t('{title} is active', { title: ruleTitle(rule) })}
        checked={active}
        disabled={change.isPending}
        onChange={() => (active && stats.queued > 0 ? ask() : set(!active))}
      />
      <Confirm
        opened={isAsked}
        title={t('Pause this rule?')}
        label={t('Pause')}
        loading={change.isPending}
        onConfirm={() => set(false)}
        onClose={close}
      >
        {t(
          '{queued, plural, one {# message} other {# messages}} of it {queued, plural, one {waits} other {wait}} to be sent. When it is paused, {queued, plural, one {that one is} other {they are}} not sent, also not later.',
          { queued: stats.queued },
        )}
      </Confirm>
    </>
  );
}

export const RuleMenu = ifCan('deleteCommentRule', MoreMenu);

function MoreMenu({ rule, onDeleted }: { rule: Rule; onDeleted?: () => void }) {
  const { mutate, isPending } = useDeleteRule();
  const { id, stats } = rule;
  const title = ruleTitle(rule);
  return (
    <ResourceMenu
      label={t('More about {rule}', { rule: title })}
      id={id}
      editHref={`/rules/${id}/edit`}
      removal={{
        title: t('Delete “{rule}”?', { rule: title }),
        text:
          stats.queued > 0
            ? t(
                'It answers no more comments, and its activity is deleted with it. {count, plural, one {# message} other {# messages}} of it that wait are not sent. What was sent stays in the inbox. To keep the activity, pause it instead.',
                { count: stats.queued },
              )
            : t(
                'It answers no more comments, and its activity is deleted with it. What was sent stays in the inbox. To keep the activity, pause it instead.',
              ),
        doneMessage: t('The rule is deleted.'),
        isPending,
        remove: (onSuccess) => mutate(id, { onSuccess }),
        onDeleted,
      }}
    />
  );
}
