#!/bin/bash
n=3
for i in {1..$n}; do
  echo "$i"
done
