import type { ToolDefinition } from '../tool';
import { brokenLinks } from './broken-links';
import { contentPolicy, cookieFlags, securityHeaders } from './http-answers';
import { robotsSitemap } from './robots-sitemap';
import { tlsCertificate } from './tls-certificate';

export const httpAnswerTools: readonly ToolDefinition[] = [contentPolicy, securityHeaders, cookieFlags];
export const tlsTools: readonly ToolDefinition[] = [tlsCertificate];
export const linkTools: readonly ToolDefinition[] = [brokenLinks];
export const siteTools: readonly ToolDefinition[] = [robotsSitemap];
