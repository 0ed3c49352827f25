import { Modal, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, type Platform } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { type ApiForm, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { networkChoices } from '../../base/parts/network.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { linksKey } from './links.tsx';
import { WaitingNotice } from './waiting-notice.tsx';
import { t } from '../../base/language/text.ts';

const HOURS = [
  { value: '1', label: t('One hour') },
  { value: '24', label: t('One day') },
  { value: '72', label: t('Three days') },
  { value: '168', label: t('Seven days') },
];

const NO_PLATFORMS: Platform[] = [];

/** Makes a link for a person who can sign in to an account at its network, but not to Troupe. */
export function LinkForSomebody({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { slug, timezone, name } = useWorkspace();
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'connect-link',
    initialValues: { name: '', platforms: NO_PLATFORMS, expiresInHours: '24' },
    send: async ({ name: recipient, platforms, expiresInHours }) => {
      const body = {
        workspace: slug,
        expiresInHours: Number(expiresInHours),
        ...(recipient.trim() !== '' && { name: recipient.trim() }),
        ...(platforms.length > 0 && { platforms }),
      };
      return (await call('createConnectLink', body)).connectLink;
    },
    onSent: () => queries.invalidateQueries({ queryKey: linksKey(slug) }),
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={form.forget}
      title={t('Link for somebody else')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {form.sent === undefined ? (
        <Form of={form}>
          <Stack>
            <Text size="sm">
              {t(
                'Anybody who has the link can connect accounts to {name} without signing in here. Send it to that person alone.',
                { name },
              )}
            </Text>
            <Fields form={form} />
            {opened && <WaitingNotice platforms={form.values.platforms} />}
            <FormFault of={form} />
            <Submit of={form}>{t('Make the link')}</Submit>
          </Stack>
        </Form>
      ) : (
        <Stack>
          <Copyable text={form.sent.url} label={t('The link')} />
          <Text size="sm" c="dimmed">
            {t('It works until {time}.', { time: inZone(form.sent.expiresAt, timezone) })}
          </Text>
        </Stack>
      )}
    </Modal>
  );
}

interface Values {
  name: string;
  platforms: Platform[];
  expiresInHours: string;
  [field: string]: unknown;
}

function Fields({ form }: { form: Pick<ApiForm<Values, unknown>, 'field' | 'values'> }) {
  return (
    <>
      <TextInput
        label={t('For whom')}
        description={t('Such as Bakery Anna: in the list of links, and on the page that they open.')}
        dir="auto"
        maxLength={LIMITS.connectLinkName}
        {...form.field('name')}
      />
      <MultiSelect
        label={t('Networks')}
        placeholder={form.values.platforms.length === 0 ? t('Every network') : ''}
        data={networkChoices()}
        searchable
        // the list would cover the button when a refusal gives the field the focus
        openOnFocus={false}
        {...form.field('platforms')}
      />
      <Select
        label={t('It works for')}
        data={HOURS}
        {...form.field('expiresInHours')}
        allowDeselect={false}
      />
    </>
  );
}
