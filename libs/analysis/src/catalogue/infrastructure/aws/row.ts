import { type Condition, type Scalar, absent, above, all, any, below, is, isnt, secret } from '../condition';
import type { InfrastructureRule } from '../rule';

type Said = Pick<InfrastructureRule, 'severity' | 'cwe' | 'title' | 'why' | 'benchmark' | 'optional'>;
/** The form of a row's rule in one language. */
export type Form = Pick<InfrastructureRule, 'on' | 'fix' | 'breaks' | 'also' | 'bad' | 'good'>;

/**
 * A weakness of a service, in each language that can express it. A name is an id without the `aws-` or `cfn-` before
 * it.
 */
export interface AwsRow extends Said {
  readonly name: string;
  readonly terraform?: Form;
  readonly cloudFormation?: Form;
}

export const terraformOf = (rows: readonly AwsRow[]): readonly InfrastructureRule[] => rows.flatMap(({ name, terraform: form, cloudFormation: _, ...said }) => (form === undefined ? [] : [{ id: `aws-${name}`, ...said, ...form }]));
export const cloudFormationOf = (rows: readonly AwsRow[]): readonly InfrastructureRule[] => rows.flatMap(({ name, terraform: _, cloudFormation: form, ...said }) => (form === undefined ? [] : [{ id: `cfn-${name}`, ...said, ...form }]));

/** An invented secret. */
const MADE_UP = 'q9Zt4LrVb1XeYw0H';

type Written = Scalar | readonly Scalar[];

interface Language {
  /** The lines that set the value of a path below a resource. */
  lines(path: string, value: Written): string;
  /** The same assignment within a sentence. */
  inline(path: string, value: Written): string;
  /** A reference to a value that is set elsewhere. */
  readonly elsewhere: string;
  /** The body of a resource, made of several parts. */
  body(parts: readonly string[]): string;
}

const hclValue = (value: Written): string => (Array.isArray(value) ? `[${value.map(hclValue).join(', ')}]` : typeof value === 'string' ? JSON.stringify(value) : String(value));

const HCL: Language = {
  lines: (path, value) => {
    const [name = '', ...rest] = path.split('.');
    if (rest.length === 0) return `${name} = ${hclValue(value)}`;
    return `${name} {\n${HCL.lines(rest.join('.'), value).replace(/^/gm, '  ')}\n}`;
  },
  inline: (path, value) => {
    const [name = '', ...rest] = path.split('.');
    return rest.length === 0 ? `${name} = ${hclValue(value)}` : `${name} { ${HCL.inline(rest.join('.'), value)} }`;
  },
  elsewhere: 'var.secret',
  body: (parts) => aligned(parts.filter((part) => part !== '').join('\n')),
};

/** Aligns consecutive attributes of one depth as `terraform fmt` does. */
function aligned(text: string): string {
  const lines = text.split('\n');
  const nameOf = (line: string | undefined): readonly [indent: string, name: string] | undefined => {
    const [, indent = '', name] = /^( *)(\w+) += /.exec(line ?? '') ?? [];
    return name === undefined ? undefined : [indent, name];
  };
  const beside = (index: number, step: number): string[] => {
    const own = nameOf(lines[index]);
    const names: string[] = [];
    for (let at = index; own !== undefined && nameOf(lines[at])?.[0] === own[0]; at += step) names.push(nameOf(lines[at])![1]);
    return names;
  };
  return lines
    .map((line, index) => {
      const widths = [...beside(index, 1), ...beside(index, -1)].map(({ length }) => length);
      return line.replace(/^( *)(\w+) += /, (_, indent: string, name: string) => `${indent}${name.padEnd(Math.max(...widths))} = `);
    })
    .join('\n');
}

const yamlValue = (value: Written): string => (Array.isArray(value) ? `[${value.map(yamlValue).join(', ')}]` : typeof value === 'string' && (/[*:#{}[\],&!|>'"%@`]|^[\d.]+$|^(?:on|off|yes|no|true|false|)$/i.test(value) || value === '') ? `'${value}'` : String(value));

const YAML: Language = {
  lines: (path, value) => {
    const [name = '', ...rest] = path.split('.');
    if (rest.length === 0) return `${name}: ${yamlValue(value)}`;
    return `${name}:\n${YAML.lines(rest.join('.'), value).replace(/^/gm, '  ')}`;
  },
  inline: (path, value) => `${path}: ${yamlValue(value)}`,
  elsewhere: "'{{resolve:secretsmanager:app:SecretString:key}}'",
  body: (parts) => parts.filter((part) => part !== '').join('\n'),
};

interface About {
  /** Other resources with the same fault, under the same name. */
  readonly also?: InfrastructureRule['also'];
  /** A further condition for the fault. */
  readonly where?: Condition;
  /** Further lines of the correct example. */
  readonly more?: string;
  readonly fix?: string;
}

interface Forms {
  /** Wrong if it is not set. */
  needs(path: string, example: Written, about?: About): Form;
  /** Wrong if it has another value or none: the default is wrong. */
  wants(path: string, right: Scalar | readonly [Scalar, ...Scalar[]], about?: About): Form;
  /** Wrong if it has this value: the default is right. */
  refuses(path: string, wrong: Scalar | readonly [Scalar, ...Scalar[]], right: Written, about?: About): Form;
  /** Wrong if the number is smaller or not set. */
  atLeast(path: string, least: number, about?: About): Form;
  /** Wrong if the number is larger. */
  atMost(path: string, most: number, about?: About): Form;
  /** Wrong if it contains a secret. */
  hides(path: string, about?: About): Form;
  /** A form with its own condition and examples. */
  whole(fix: string, breaks: Condition, bad: string, good: string, also?: InfrastructureRule['also']): Form;
}

const formsOf =
  (language: Language) =>
  (on: string | readonly string[], head = ''): Forms => {
    const form = (breaks: Condition, fix: string, bad: string, good: string, { also, where, more = '', fix: own }: About = {}): Form => ({
      on,
      fix: own ?? fix,
      breaks: where === undefined ? breaks : all(breaks, where),
      ...(also && { also }),
      bad: language.body([head, bad]),
      good: language.body([head, good, more]),
    });
    const listed = (values: Scalar | readonly [Scalar, ...Scalar[]]): readonly [Scalar, ...Scalar[]] => (typeof values === 'object' ? values : [values]);
    return {
      needs: (path, example, about) => form(absent(path), `Set \`${path}\`.`, '', language.lines(path, example), about),
      wants: (path, right, about) => {
        const values = listed(right);
        return form(isnt(path, ...values), `Set \`${language.inline(path, values[0])}\`.`, '', language.lines(path, values[0]), about);
      },
      refuses: (path, wrong, right, about) => {
        const values = listed(wrong);
        return form(is(path, ...values), `Set \`${language.inline(path, right)}\`.`, language.lines(path, values[0]), language.lines(path, right), about);
      },
      atLeast: (path, least, about) => form(any(absent(path), below(path, least)), `Set \`${language.inline(path, least)}\` or more.`, '', language.lines(path, least), about),
      atMost: (path, most, about) => form(above(path, most), `Set \`${language.inline(path, most)}\` or less.`, language.lines(path, most + 1), language.lines(path, most), about),
      hides: (path, about) => {
        const lines = language.lines(path, MADE_UP);
        return form(secret(path), 'Revoke it, and take it from a vault when it is needed.', lines, lines.replace(/"?\bq9Zt4LrVb1XeYw0H\b"?/, language.elsewhere), about);
      },
      whole: (fix, breaks, bad, good, also) => ({ on, fix, breaks, ...(also && { also }), bad, good }),
    };
  };

/** Forms for Terraform resources: their types, and the further lines of an example. */
export const terraform = formsOf(HCL);
/** Forms for CloudFormation resources. */
export const cloudFormation = formsOf(YAML);

export const KEY_ARN = 'arn:aws:kms:eu-west-1:111122223333:key/abcd';

const optional = (severity: 'info' | 'low', cwe: string, title: string, why: string) => ({ severity, cwe, title, why, optional: true }) as const;

type Languages = readonly [name: string, what: string, terraform?: Form, cloudFormation?: Form];
const both = ([name, , ofTerraform, ofCloudFormation]: Languages) => ({ name, ...(ofTerraform && { terraform: ofTerraform }), ...(ofCloudFormation && { cloudFormation: ofCloudFormation }) });

/** A resource encrypted with a key of AWS, which its owner can neither watch, refuse nor revoke. */
export const ownKey = (...of: Languages): AwsRow => ({ ...both(of), ...optional('info', 'CWE-693', `${of[1]} without a key of one’s own`, 'AWS encrypts it under a key of its own by default. Who may use that key cannot be said apart, and its use cannot be refused or revoked.') });

export const noLog = (...of: Languages): AwsRow => ({ ...both(of), ...optional('info', 'CWE-778', `${of[1]} without a log`, 'No log is kept by default. Nobody can say afterwards what happened.') });

export const unprotected = (...of: Languages): AwsRow => ({ ...both(of), ...optional('info', 'CWE-693', `${of[1]} that a mistake can delete`, 'Nothing stops a deletion by default.') });

export const oneZone = (...of: Languages): AwsRow => ({ ...both(of), ...optional('info', 'CWE-693', `${of[1]} in one zone`, 'When the zone or the machine fails, so does the service.') });

export const fewBackups = (...of: Languages): AwsRow => ({ ...both(of), ...optional('low', 'CWE-693', `${of[1]} without backups of a week`, 'What was damaged more than the kept days ago cannot be had back.') });

/** A service with automatic updates turned off, which are on by default. */
export const noUpgrades = (...of: Languages): AwsRow => ({ ...both(of), severity: 'low', cwe: 'CWE-1104', title: `${of[1]} that takes no minor upgrades`, why: 'Known holes stay open until somebody upgrades by hand. The default is true.' });

/** A secret written in a configuration. */
export const written = (name: string, what: string, ofTerraform?: Form, ofCloudFormation?: Form): AwsRow => ({ ...both([name, what, ofTerraform, ofCloudFormation]), severity: 'high', cwe: 'CWE-798', title: `${what} written in the configuration`, why: 'Everybody who reads the repository or the state has it.' });

/** A resource with an address that the internet reaches. */
export const open = (...of: Languages): AwsRow => ({ ...both(of), severity: 'high', cwe: 'CWE-284', title: `${of[1]} on the internet`, why: 'It has a public address; only a security group is between it and everybody.' });

export const plainWay = (name: string, what: string, severity: 'low' | 'medium', ofTerraform?: Form, ofCloudFormation?: Form): AwsRow => ({
  ...both([name, what, ofTerraform, ofCloudFormation]),
  severity,
  cwe: 'CWE-319',
  title: `${what} without encryption on the way`,
  why: 'Whoever is on the way reads and changes what is sent.',
});

export const plainStore = (name: string, what: string, severity: 'low' | 'medium', ofTerraform?: Form, ofCloudFormation?: Form): AwsRow => ({
  ...both([name, what, ofTerraform, ofCloudFormation]),
  severity,
  cwe: 'CWE-311',
  title: `${what} without encryption`,
  why: 'Copies and snapshots are readable for whoever gets one.',
});
