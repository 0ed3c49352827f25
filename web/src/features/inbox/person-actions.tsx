/** What is done with one person: automatic messages, everything exported, everything forgotten. */
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { Conversation } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { MoreIcon } from '../../base/parts/icons.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { IfCan, ifCan } from '../../base/can.tsx';
import { personName } from './names.ts';
import { readExport, useConsent, useForget } from './queries.ts';
import { t } from '../../base/language/text.ts';

interface ActionsProps {
  conversation: Conversation;
  onUnread: () => void;
  /** The conversation does not exist any more. */
  onForgotten: () => void;
}

export function PersonActions({ conversation, onUnread, onForgotten }: ActionsProps) {
  const { id, contact, platform } = conversation;
  const { slug } = useWorkspace();
  const [isAsked, { open: ask, close }] = useDisclosure(false);
  const name = personName(conversation);
  const save = useMutation({
    mutationFn: () => readExport(slug, id),
    onSuccess: (text) => download(text, `${contact.username ?? contact.id}.json`),
    onError: showFailure,
  });
  const forget = useForget();
  const confirm = () =>
    forget.mutate(id, {
      onSuccess: ({ messages, comments }) => {
        close();
        onForgotten();
        notifications.show({ message: forgottenText(name, messages, comments) });
      },
    });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('More for this person')}
            loading={save.isPending}
          >
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <IfCan call="markConversationUnread">
            <Menu.Item hiddenFrom="sm" onClick={onUnread}>
              {t('Mark as unread')}
            </Menu.Item>
          </IfCan>
          <ConsentItem conversation={conversation} />
          <ExportItem onExport={() => save.mutate()} />
          <IfCan call="forgetPerson">
            <Menu.Item color="red" onClick={ask}>
              {t('Forget this person …')}
            </Menu.Item>
          </IfCan>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={isAsked}
        title={t('Forget {name}?', { name })}
        label={t('Delete everything')}
        loading={forget.isPending}
        onConfirm={confirm}
        onClose={close}
      >
        {whatIsForgotten(name, networkName(platform))}
      </Confirm>
    </>
  );
}

const ExportItem = ifCan('exportPerson', ({ onExport }: { onExport: () => void }) => (
  <Menu.Item onClick={onExport}>{t('Export everything (JSON)')}</Menu.Item>
));

const ConsentItem = ifCan('setOptedOut', ({ conversation }: Pick<ActionsProps, 'conversation'>) => {
  const consent = useConsent();
  const { id, optedOutAt } = conversation;
  return (
    <Menu.Item onClick={() => consent.mutate({ id, optedOut: optedOutAt === null })}>
      {optedOutAt === null ? t('Stop automatic messages') : t('Allow automatic messages')}
    </Menu.Item>
  );
});

/** Saves a text as a file of the browser. */
function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const forgottenText = (name: string, messages: number, comments: number): string =>
  t(
    '{name} is forgotten: {messages, plural, one {# message} other {# messages}} and {comments, plural, one {# comment} other {# comments}} are deleted.',
    { name, messages, comments },
  );

const whatIsForgotten = (name: string, network: string): string =>
  t(
    'The conversation, its messages and files, and the comments of {name} below posts of this account are deleted here. That cannot be undone. At {network} everything stays, and it is not read again. What {name} writes later is shown as new.',
    { name, network },
  );
