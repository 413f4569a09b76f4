// Files with values without quotes, and files with texts for people.

export const CONFIG = new Set('.yaml .yml .env .ini .cfg .conf .cnf .properties .props .toml .sh .bash .zsh .fish .ps1 .bat .cmd .service .dockerfile .list .netrc .pgpass .npmrc .pypirc .tfvars .editorconfig .desktop .sample .dist .example .template .tpl .envrc .config .j2 .local .mk'.split(' '));

export const MARKUP = new Set('.xml .html .htm .xhtml .csproj .plist .xaml .vue .svelte .jsp .config .wsdl .xsd .jelly'.split(' '));

export const PROSE = new Set('.md .mdx .markdown .rst .adoc .asciidoc .txt .text .tex .org .textile .pod .man .1 .log'.split(' '));

export const CONFIG_NAME = /^(?:\.env|\.?dockerfile|makefile|\.?netrc|\.?pgpass|\.npmrc|\.pypirc|credentials|config|\.my\.cnf|\.htpasswd|vagrantfile|jenkinsfile|procfile|\.s3cfg|\.curlrc|\.wgetrc)/i;

/** Files whose values are texts for people. */
export const TRANSLATION =
  /(?:^|\/)(?:i18n|l10n|locales?|langs?|languages?|translations?|messages)\/|(?:^|\/)(?:messages|i18n|labels|strings|errors|validation)[\w-]*\.(?:properties|json|ya?ml|php|xml|resx)$|\.(?:po|pot|resx|arb|xlf|xliff|strings)$|(?:^|\/)(?:en|de|fr|es|it|pt|ru|zh|ja|ko|nl|pl|tr)(?:[-_][A-Za-z]{2,4})?\.(?:json|ya?ml|js|ts|php)$/;

/** Data files: they have quoted texts and names as code does, but a whole file may be one line. */
export const DATA = new Set('.json .jsonc .json5 .jsonl .ndjson .har .ipynb .tfstate .webmanifest .postman_collection'.split(' '));
