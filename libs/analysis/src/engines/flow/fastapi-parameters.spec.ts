import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { commandsOf } from './test/commands-of';

const HEAD =
  'import os\nfrom typing import Annotated, Optional\nfrom fastapi import Depends, FastAPI, Query\napp = FastAPI()\n' +
  'def made(q: str, count: Optional[int] = None):\n    return q\ndef number(count: int):\n    return count\n' +
  'def given(q: str):\n    yield q\ndef constant(q: str):\n    return "ls"\n' +
  'def first(q: str):\n    return ["ls", q]\n' +
  'def deep(q: str = Depends(made)):\n    return q\n';
const view = (parameter: string, read = 'x') =>
  commandsOf(
    'py-data-flow',
    'a.py',
    `${HEAD}@app.get("/")\ndef view(${parameter}):\n    os.system("ls %s" % ${read})\n`,
  );

describe('parameters of FastAPI', () => {
  it.each([
    'x: str',
    'x: Annotated[str, Query(max_length=9)]',
    'x: Optional[str] = None',
    'x: str | None = None',
    'x: str = Depends(made)',
    'x: Annotated[str, Depends(made)]',
    'x = Depends(given)',
    'x = Depends(deep)',
  ])('hold a text: %s', async (parameter) => expect(await view(parameter)).toBe(1));

  it.each([
    'x: Annotated[int, Query(gt=0)]',
    'x: Optional[int] = None',
    'x: int | None = None',
    'x: Annotated[Optional[int], Query()] = None',
    'x = Depends(number)',
    'x = Depends(constant)',
  ])('hold none: %s', async (parameter) => expect(await view(parameter)).toBe(0));

  it('are what a dependency returns', async () => {
    expect(await view('x = Depends(first)', 'x[0]')).toBe(0);
    expect(await view('x = Depends(first)', 'x[1]')).toBe(1);
  });

  it('are models of the target, whatever their names', async () => {
    const models = 'from pydantic import BaseModel\nclass NewUser(BaseModel):\n    name: str\n    age: int\n';
    const create = (read: string) =>
      commandsOf(
        'py-data-flow',
        'a.py',
        `${HEAD}${models}@app.post("/")\nasync def create(request: NewUser):\n    os.system("id %s" % ${read})\n`,
      );
    expect(await create('request.name')).toBe(1);
    expect(await create('int(request.age)')).toBe(0);
  });

  it('are less sure where a method of the model looks at the field', async () => {
    const severity = async (validator: string) => {
      const model =
        'from pydantic import BaseModel, field_validator\nclass User(BaseModel):\n    name: str\n    mail: str\n' +
        `    ${validator}\n    def known(cls, value):\n        return value\n`;
      const text = `${HEAD}${model}@app.post("/")\ndef create(user: User):\n    os.system("id %s" % user.name)\n`;
      const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.py': text })).tool('py-data-flow');
      return findings.map((each) => each.severity ?? 'as the rule');
    };
    expect(await severity('@field_validator("mail", "name")')).toEqual(['low']);
    expect(await severity('@field_validator("mail")')).toEqual(['as the rule']);
    expect(await severity('@other("name")')).toEqual(['as the rule']);
  });
});
