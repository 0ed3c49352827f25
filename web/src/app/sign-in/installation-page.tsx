/** The installation, for an operator who is in no workspace: every other page is of one. */
import { Anchor, Box } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { PageTitle, Waiting } from '../../base/parts/states.tsx';
import { InstallationSections } from '../../features/installation/index.ts';
import { t } from '../../base/language/text.ts';

export const InstallationPage = () => (
  <Box component="main" p={{ base: 'md', sm: 'lg' }} maw={920} mx="auto">
    <Anchor component={Link} href="/app" size="sm">
      {t('Make a workspace')}
    </Anchor>
    <PageTitle tab={t('Installation')}>{t('Installation')}</PageTitle>
    <Suspense fallback={<Waiting />}>
      <InstallationSections />
    </Suspense>
  </Box>
);
