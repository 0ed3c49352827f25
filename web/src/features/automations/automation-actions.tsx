/** Pause or resume an automation, edit it, delete it: what cannot be undone asks first. */
import { Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Confirm } from '../../base/parts/confirm.tsx';
import { ResourceMenu } from '../../base/parts/resource-menu.tsx';
import { IfCan, ifCan } from '../../base/can.tsx';
import { useDeleteAutomation, useSetActive, useStats } from './queries.ts';
import type { Automation } from './shapes.ts';
import { insideNow, titleOf } from './words.ts';
import { t } from '../../base/language/text.ts';

/** How many people are in it now; null if not read. */
function useInside({ id, stats }: Automation, isAsked: boolean): number | null {
  const { data } = useStats(id, isAsked);
  return data === undefined ? null : insideNow(data.ended, stats.started);
}

/** Pausing ends the runs of everybody who is in it, so it asks first once somebody has started. */
export const ActiveSwitch = ({ automation }: { automation: Automation }) => (
  <IfCan
    call="updateDmAutomation"
    fallback={<Text size="sm">{automation.active ? t('Active') : t('Paused')}</Text>}
  >
    <PauseSwitch automation={automation} />
  </IfCan>
);

function PauseSwitch({ automation }: { automation: Automation }) {
  const change = useSetActive();
  const [isAsked, { open: ask, close }] = useDisclosure(false);
  const { id, active, stats } = automation;
  const inside = useInside(automation, isAsked);
  const set = (isActive: boolean) => change.mutate({ id, active: isActive }, { onSettled: close });
  return (
    <>
      <Switch
        label={active ? t('Active') : t('Paused')}
        labelPosition="left"
        aria-label={t('{title} is active', { title: titleOf(automation) })}
        checked={active}
        disabled={change.isPending}
        onChange={() => (active && stats.started > 0 ? ask() : set(!active))}
      />
      <Confirm
        opened={isAsked}
        title={t('Pause this automation?')}
        label={t('Pause')}
        loading={change.isPending}
        onConfirm={() => set(false)}
        onClose={close}
      >
        {inside === null || inside === 0
          ? t('It starts with nobody until it is resumed.')
          : t(
              'It starts with nobody until it is resumed, and {inside, plural, one {# run} other {# runs}} of people who are in it now {inside, plural, one {ends} other {end}}.',
              { inside },
            )}
      </Confirm>
    </>
  );
}

interface MenuProps {
  automation: Automation;
  onDeleted?: () => void;
}

export const AutomationMenu = ifCan('deleteDmAutomation', MoreMenu);

function MoreMenu({ automation, onDeleted }: MenuProps) {
  const { mutate, isPending } = useDeleteAutomation();
  const { id } = automation;
  const title = titleOf(automation);
  return (
    <ResourceMenu
      label={t('More about {title}', { title })}
      id={id}
      editHref={`/automations/${id}/edit`}
      removal={{
        title: t('Delete “{title}”?', { title }),
        text: t(
          'The runs of people who are in it end, and the list of its runs is deleted with it. What was sent stays in the inbox, and its links go on leading. To keep the runs, pause it instead.',
        ),
        doneMessage: t('The automation is deleted.'),
        isPending,
        remove: (onSuccess) => mutate(id, { onSuccess }),
        onDeleted,
      }}
    />
  );
}
