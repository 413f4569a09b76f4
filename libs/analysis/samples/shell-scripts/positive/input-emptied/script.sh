#!/bin/bash
sort names.txt > names.txt
cat list | grep -v old > list
