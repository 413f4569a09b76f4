import { isRecord, refused } from '@assay/kernel';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { isOptionalBody } from '../openapi/schema-rules';
import { unknownField } from './unknown-field';
import { type ValidationError, type ValidatorOptions, getMetadataStorage, validateSync } from 'class-validator';

/** The message is made late: it takes a while to look for names like an unknown one. */
interface Found {
  readonly field: string;
  readonly say: () => string;
}

/** More problems than any request class has fields: the rest is counted. */
const TOLD = 50;

const MOST_FIELDS = 200;

/** One problem a field: all checks of a field say the same. */
const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
};

/**
 * Checks bodies and queries against their DTO. Unknown fields are errors. Nest's own pipe does the same over promises
 * and costs more than twice as much a request.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  private readonly validated = new Map<unknown, boolean>();

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || type === 'custom' || !this.isDto(metatype)) return value;
    const isMissing = value === null || (value === undefined && !isOptionalBody(metatype));
    if (type === 'body' && isMissing) this.refuseMissing(metatype);
    value ??= {};
    if (typeof value !== 'object' || Array.isArray(value))
      return refused('VALIDATION_ERROR', 'The request body must be a JSON object', [
        { field: '', message: 'must be a JSON object' },
      ]);
    refuseSurplus(value as object);
    const { instance, problems } = checked(metatype, value as object);
    if (problems.length === 0) return instance;
    const told = problems.slice(0, TOLD).map(({ field, say }) => ({ field, message: say() }));
    const texts = told.map(({ field, message }) => `${field} ${message}`);
    if (problems.length > TOLD) texts.push(`and ${problems.length - TOLD} problems more`);
    return refused('VALIDATION_ERROR', texts.join('; '), told);
  }

  /** It says which fields are needed; where none is, that the body is. */
  private refuseMissing(metatype: NonNullable<ArgumentMetadata['metatype']>): void {
    if (checked(metatype, {}).problems.length > 0) return;
    refused('VALIDATION_ERROR', 'A request body is needed: a JSON object', [
      { field: '', message: 'must be a JSON object' },
    ]);
  }

  private isDto(metatype: NonNullable<ArgumentMetadata['metatype']>): boolean {
    let known = this.validated.get(metatype);
    if (known === undefined) {
      known = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false).length > 0;
      this.validated.set(metatype, known);
    }
    return known;
  }
}

/** The conversion takes seconds for a megabyte of fields, and nobody else is answered meanwhile. */
function refuseSurplus(value: object): void {
  const count = Object.keys(value).length;
  if (count <= MOST_FIELDS) return;
  const message = `has ${count} fields; no request has more than ${MOST_FIELDS}`;
  refused('VALIDATION_ERROR', `The request ${message}`, [{ field: '', message }]);
}

function checked(metatype: NonNullable<ArgumentMetadata['metatype']>, value: object) {
  const instance = plainToInstance(metatype as new () => object, value, { exposeDefaultValues: true });
  const errors = validateSync(instance, OPTIONS);
  return { instance, problems: [...ignoredFields(value, instance), ...problemsOf(errors, instance)] };
}

/**
 * Names with a meaning in JavaScript (`constructor`) are left out by the conversion before anybody could call them
 * unknown.
 */
function ignoredFields(given: object, taken: object, parent = ''): Found[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const field = parent === '' ? name : `${parent}.${name}`;
    if (!Object.hasOwn(taken, name)) return [{ field, say: () => unknownField(name, taken) }];
    const converted = (taken as Record<string, unknown>)[name];
    return isRecord(value) && isRecord(converted) ? ignoredFields(value, converted, field) : [];
  });
}

/** `target.directory`: where each problem is, and what it is. */
function problemsOf(errors: readonly ValidationError[], taken: object, parent = ''): Found[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = parent === '' ? property : `${parent}.${property}`;
    const isUnknown = constraints['whitelistValidation'] !== undefined;
    if (isUnknown) return [{ field, say: () => unknownField(property, taken) }];
    const message = Object.values(constraints)[0];
    const member = (taken as Record<string, object>)[property] ?? {};
    return message === undefined ? problemsOf(children, member, field) : [{ field, say: () => message }];
  });
}
