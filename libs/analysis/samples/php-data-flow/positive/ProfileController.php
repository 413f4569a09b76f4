<?php

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Routing\Controller;

class ProfileController extends Controller
{
    public function update(Request $request)
    {
        $request->user()->forceFill($request->all())->save();
    }
}
