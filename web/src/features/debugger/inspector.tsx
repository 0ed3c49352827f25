import { Button, Checkbox, Code, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { Kind } from './shapes.ts';
import { rich, t } from '../../base/language/text.ts';

/** What an inspector shows: a family, named by one of its actors; all actors of a kind; or the whole workspace. */
interface Watched {
  family?: string;
  kind?: Kind;
}

/** Makes an address to which the person's own inspector connects. */
export function OpenInInspector({ watched, what }: { watched: Watched; what: string }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('Open in an inspector')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('Open in an inspector')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Address watched={watched} what={what} />
      </Modal>
    </>
  );
}

function Address({ watched, what }: { watched: Watched; what: string }) {
  const { slug } = useWorkspace();
  const [replay, setReplay] = useState(false);
  const make = useMutation({
    mutationFn: () => {
      const body = { ...watched, workspace: slug, ...(replay && { replay }) };
      return call('createInspectTicket', body);
    },
  });
  const made = make.data;
  return (
    <Stack>
      <Text size="sm">
        {t('An inspector that speaks Stately’s protocol, on your own machine or page, can watch {what}.', {
          what,
        })}
      </Text>
      {watched.family !== undefined && (
        <Checkbox
          label={t('Start at the beginning of the journal')}
          checked={replay}
          onChange={({ currentTarget }) => {
            setReplay(currentTarget.checked);
            make.reset();
          }}
        />
      )}
      {make.isError && <Fault message={messageOf(make.error)} />}
      {made && (
        <>
          <Copyable text={made.url} label={t('The address')} />
          <Text size="sm">
            {rich(
              'Give it to <code>createWebSocketReceiver</code> of <code>@statelyai/inspect</code>, or to your inspector as the server to connect to: it opens once, and shows all of this to the person who opens it.',
              { code: (words) => <Code>{words}</Code> },
            )}
          </Text>
          <Left until={made.expiresAt} />
        </>
      )}
      <Button variant={made ? 'default' : 'filled'} loading={make.isPending} onClick={() => make.mutate()}>
        {made ? t('Make another address') : t('Make the address')}
      </Button>
    </Stack>
  );
}

function Left({ until }: { until: string }) {
  const seconds = Math.ceil((Date.parse(until) - useNow(1_000)) / 1_000);
  return (
    <Text size="sm" c="dimmed">
      {seconds > 0
        ? t('It can be opened for {seconds} s more.', { seconds })
        : t('It has expired: make another one.')}
    </Text>
  );
}
