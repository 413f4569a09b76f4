import { StartSessionDto, SessionTargetDto } from '../sessions/start-session.dto';
import { QuoteDto } from '../billing/billing.dto';
import { ListAutomationsDto } from '../automations/automations.dto';
import { unknownField } from './unknown-field';

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
