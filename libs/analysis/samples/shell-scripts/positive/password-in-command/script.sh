#!/bin/bash
sshpass -p Wr7kQx2mVt ssh deploy@app.example.org ./deploy
