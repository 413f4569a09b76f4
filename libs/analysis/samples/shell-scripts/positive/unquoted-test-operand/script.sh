#!/bin/bash
if [ -n $NAME ]; then
  echo "$NAME"
fi
