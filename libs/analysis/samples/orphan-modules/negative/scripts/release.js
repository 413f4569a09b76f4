console.log('released');
