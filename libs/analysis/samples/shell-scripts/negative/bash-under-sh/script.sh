#!/bin/sh
if [ -n "$1" ]; then
  cat a
fi
