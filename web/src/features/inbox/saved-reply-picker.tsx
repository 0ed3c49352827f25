/** Finds a saved reply and puts it into the answer. */
import { Anchor, Button, Combobox, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Conversation } from '../../base/api.ts';
import { Waiting } from '../../base/parts/states.tsx';
import { useSavedReplies } from './saved-reply-queries.ts';
import { fillReply } from './fill-reply.ts';
import { IfCan, ifCan } from '../../base/can.tsx';
import { SAVED_REPLIES } from './fields.ts';
import { t } from '../../base/language/text.ts';

interface PickerProps {
  conversation: Conversation;
  /** Takes the text, with the person in it. */
  insert: (text: string) => void;
}

export function SavedReplyPicker({ conversation, insert }: PickerProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const pick = (text: string) => {
    close();
    insert(fillReply(text, conversation.contact, conversation.platform));
  };
  return (
    <>
      <Button id={SAVED_REPLIES} size="compact-xs" variant="subtle" color="gray" onClick={open}>
        {t('Saved replies')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('Saved replies')}
        closeButtonProps={{ 'aria-label': t('Close') }}
        returnFocus={false}
      >
        <Choice conversation={conversation} pick={pick} />
      </Modal>
    </>
  );
}

function Choice({ conversation, pick }: { conversation: Conversation; pick: (text: string) => void }) {
  const [search, setSearch] = useState('');
  const { data: replies } = useSavedReplies();
  const combobox = useCombobox({ opened: true });
  const words = search.trim().toLowerCase();
  const found = (replies ?? []).filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(words));
  if (replies?.length === 0) return <NoReplies />;
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const chosen = replies?.find((one) => one.id === id);
        if (chosen) pick(chosen.text);
      }}
    >
      <Combobox.EventsTarget>
        <TextInput
          autoFocus
          data-autofocus
          aria-label={t('Find a saved reply')}
          placeholder={t('Find a saved reply')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.EventsTarget>
      <ScrollArea.Autosize mah={320} mt="xs" type="auto">
        <Combobox.Options aria-label={t('Saved replies')}>
          {found.map(({ id, name, text }) => (
            <Combobox.Option key={id} value={id}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" lineClamp={2} className="post-text" dir="auto">
                {fillReply(text, conversation.contact, conversation.platform)}
              </Text>
            </Combobox.Option>
          ))}
          {replies === undefined && <Waiting rows={2} />}
          {replies !== undefined && found.length === 0 && (
            <Combobox.Empty>{t('Nothing found')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </ScrollArea.Autosize>
      <ToSettings />
    </Combobox>
  );
}

const NoReplies = () => (
  <Text size="sm">
    {t('There are none yet.')}{' '}
    <IfCan call="createSavedReply">
      <Anchor component={Link} href="/settings/inbox" inherit underline="always">
        {t('Write the first one in the settings')}
      </Anchor>
      .
    </IfCan>
  </Text>
);

const ToSettings = ifCan('createSavedReply', () => (
  <Anchor component={Link} href="/settings/inbox" size="xs" mt="xs" display="inline-block">
    {t('Write and change them in the settings')}
  </Anchor>
));
