import { SOURCE_TARGETS } from '../tool';

export const onPython = { engine: 'ruff', targets: SOURCE_TARGETS, files: ['**/*.py'] } as const;
export const PYTHON_TEST_FILES = ['**/test_*.py', '**/*_test.py', '**/conftest.py', '**/tests.py'];
