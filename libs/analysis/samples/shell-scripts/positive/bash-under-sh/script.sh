#!/bin/sh
files=(a b)
if [[ -n "$1" ]]; then
  cat "${files[0]}"
fi
