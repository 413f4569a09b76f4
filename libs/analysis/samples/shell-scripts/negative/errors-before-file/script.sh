#!/bin/bash
./server > server.log 2>&1 &
messages=$(./check 2>&1 > /dev/null)
