import { refused } from '@assay/kernel';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, getMetadataStorage, validateSync } from 'class-validator';

export interface Problem { readonly field: string; readonly message: string }

/**
 * Checks bodies and queries against their DTO. Unknown fields are errors. Nest's own pipe does the same over promises and
 * costs more than twice as much a request.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  private readonly validated = new Map<unknown, boolean>();

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || type === 'custom' || !this.isDto(metatype)) return value;
    if (value === undefined || value === null) value = {};
    if (typeof value !== 'object' || Array.isArray(value)) return refused('VALIDATION_ERROR', 'The request body must be a JSON object', [{ field: '', message: 'must be a JSON object' }]);
    const instance = plainToInstance(metatype as new () => object, value, { exposeDefaultValues: true });
    const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false, stopAtFirstError: true });
    if (errors.length === 0) return instance;
    const problems = problemsOf(errors);
    return refused('VALIDATION_ERROR', problems.map(({ message }) => message).join('; '), problems);
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

/** `target.directory`, `tools.3`: where each problem is, and what it is. */
function problemsOf(errors: readonly ValidationError[], parent = ''): Problem[] {
  return errors.flatMap(({ property, constraints, children }) => {
    const field = parent === '' ? property : `${parent}.${property}`;
    const own = Object.values(constraints ?? {}).map((message) => ({ field, message: message.replace(/^property (\S+) should not exist$/, 'unknown field: $1') }));
    return [...own, ...problemsOf(children ?? [], field)];
  });
}
