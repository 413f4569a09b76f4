#!/bin/bash
sort names.txt > sorted.txt && mv sorted.txt names.txt
sed -i /old/d list
