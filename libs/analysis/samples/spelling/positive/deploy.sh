#!/bin/sh
set -eu
echo "adress" # occured once
