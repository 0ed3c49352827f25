/** Pause or resume a rule, change it, delete it: what cannot be undone asks first. */
import { ActionIcon, Menu, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import { Confirm } from '../../base/parts/confirm.tsx';
import { MoreIcon } from '../../base/parts/icons.tsx';
import { IfCan, ifCan } from '../../base/can.tsx';
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
  const remove = useDeleteRule();
  const [isAsked, { open: ask, close }] = useDisclosure(false);
  const { id, stats } = rule;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('More about {rule}', { rule: ruleTitle(rule) })}
          >
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href={`/rules/${id}/edit`}>
            {t('Edit')}
          </Menu.Item>
          <IfCan call="getActor">
            <Menu.Item component={Link} href={`/debugger/${id}`}>
              {t('What happened, step by step')}
            </Menu.Item>
          </IfCan>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={ask}>
            {t('Delete…')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={isAsked}
        title={t('Delete “{rule}”?', { rule: ruleTitle(rule) })}
        label={t('Delete')}
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => {
              close();
              notifications.show({ message: t('The rule is deleted.') });
              onDeleted?.();
            },
          })
        }
        onClose={close}
      >
        {stats.queued > 0
          ? t(
              'It answers no more comments, and its activity is deleted with it. {count, plural, one {# message} other {# messages}} of it that wait are not sent. What was sent stays in the inbox. To keep the activity, pause it instead.',
              { count: stats.queued },
            )
          : t(
              'It answers no more comments, and its activity is deleted with it. What was sent stays in the inbox. To keep the activity, pause it instead.',
            )}
      </Confirm>
    </>
  );
}
