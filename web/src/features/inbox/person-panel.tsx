/** What the team knows about the person of a conversation, beside it; where there is no room for it, in a dialog. */
import { ActionIcon, Modal, Stack, Title, Tooltip } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import type { Conversation } from '../../base/api.ts';
import { PersonIcon } from '../../base/parts/icons.tsx';
import { Labels } from './labels.tsx';
import { personName } from './names.ts';
import { Notes } from './notes.tsx';
import { PersonPast } from './person-past.tsx';
import { t } from '../../base/language/text.ts';

/** Whether the panel is shown. */
export interface Panel {
  /** There is room for it beside the messages. */
  hasRoom: boolean;
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

/** Beside the messages it stays as it was left in this browser; a dialog is opened each time. */
export function usePanel(): Panel {
  const hasRoom = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false });
  const [isShown, setIsShown] = useLocalStorage({ key: 'troupe.inbox.person', defaultValue: true });
  const [isAsked, { toggle, close }] = useDisclosure(false);
  if (hasRoom)
    return { hasRoom, isOpen: isShown, toggle: () => setIsShown(!isShown), close: () => setIsShown(false) };
  return { hasRoom, isOpen: isAsked, toggle, close };
}

export function PersonPanel({ conversation, panel }: { conversation: Conversation; panel: Panel }) {
  const { hasRoom, isOpen, close } = panel;
  const title = t('About {person}', { person: personName(conversation) });
  if (!hasRoom)
    return (
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
        <Content conversation={conversation} />
      </Modal>
    );
  if (!isOpen) return null;
  return (
    <aside className="inbox-person" aria-label={title} tabIndex={0}>
      <Title order={3} size="h6" className="inbox-name" mb="sm">
        {title}
      </Title>
      <Content conversation={conversation} />
    </aside>
  );
}

function Content({ conversation }: { conversation: Conversation }) {
  return (
    <Stack gap="md">
      <Labels conversation={conversation} />
      <Notes key={conversation.id} conversation={conversation} />
      <PersonPast conversation={conversation} />
    </Stack>
  );
}

export function PanelButton({ panel: { hasRoom, isOpen, toggle } }: { panel: Panel }) {
  return (
    <Tooltip label={t('About this person')}>
      <ActionIcon
        variant={isOpen ? 'light' : 'default'}
        size={34}
        aria-label={t('About this person')}
        aria-pressed={hasRoom ? isOpen : undefined}
        onClick={toggle}
      >
        <PersonIcon />
      </ActionIcon>
    </Tooltip>
  );
}
