#!/bin/bash
./server 2>&1 > server.log &
