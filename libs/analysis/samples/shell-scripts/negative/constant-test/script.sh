#!/bin/bash
if [ "$CLEAN" = yes ]; then
  ./clean
fi
