#!/bin/bash
if [ false ]; then
  ./clean
fi
