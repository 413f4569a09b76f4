import type { RefusedError } from '@assay/kernel';
import { StartSessionDto, SessionTargetDto } from '../sessions/start-session.dto';
import { QuoteDto } from '../billing/billing.dto';
import { ListAutomationsDto } from '../automations/automations.dto';
import { unknownField } from './unknown-field';
import { ValidationPipe } from './validation.pipe';

describe('a field that a request does not have', () => {
  it.each([
    [StartSessionDto, 'projectId', 'applicationId'],
    [StartSessionDto, 'project_id', 'applicationId'],
    [QuoteDto, 'applicationId', 'projectId'],
    [ListAutomationsDto, 'projectId', 'project_id'],
    [ListAutomationsDto, 'perPage', 'per_page'],
    [StartSessionDto, 'timout', 'timeout'],
    [StartSessionDto, 'MAXCONCURRENT', 'maxConcurrent'],
  ])('is answered with the one that was meant: %p, %s', (request, name, meant) =>
    expect(unknownField(name, new request())).toBe(`is not a known field. Did you mean ${meant}?`),
  );

  it('is answered with all that there are where none is alike', () =>
    expect(unknownField('branch', new SessionTargetDto())).toBe(
      'is not a known field. Known are url, urls, directory.',
    ));
});

describe('many fields that a request does not have', () => {
  const answerTo = (count: number) => {
    const body = Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, 1]));
    try {
      return new ValidationPipe().transform(body, { type: 'body', metatype: StartSessionDto });
    } catch (error) {
      return (error as RefusedError).refusal;
    }
  };

  it('are told up to a number, and the others are counted', () => {
    const { message, details } = answerTo(200) as { message: string; details: object[] };
    expect(details).toHaveLength(50);
    expect(message).toMatch(/; and 151 problems more$/);
  });

  it('are counted only where no request has so many', () =>
    expect(answerTo(201)).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'The request has 201 fields; no request has more than 200',
    }));
});
