<?php

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Routing\Controller;
use Illuminate\Support\Facades\Blade;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Http;

class ShopController extends Controller
{
    public function search(Request $request)
    {
        return DB::table('items')->orderByRaw($request->input('order'))->get();
    }

    public function item(string $name)
    {
        return DB::select("SELECT * FROM items WHERE name = '$name'");
    }

    public function leave(Request $request)
    {
        return redirect($request->query('next'));
    }

    public function preview(Request $request)
    {
        return Http::get($request->address)->status();
    }

    public function greeting(Request $request)
    {
        return Blade::render('<h1>' . $request->input('greeting') . '</h1>');
    }

    public function picture(Request $request)
    {
        return response()->download('pictures/' . $request->input('name'));
    }
}
