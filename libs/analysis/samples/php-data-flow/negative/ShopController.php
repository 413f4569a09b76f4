<?php

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Routing\Controller;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Http;

class ShopController extends Controller
{
    private const ORDERS = ['name', 'price'];

    public function search(Request $request)
    {
        $order = $request->input('order');
        if (!in_array($order, self::ORDERS, true)) {
            abort(404);
        }
        return DB::table('items')->where('name', $request->input('name'))->orderByRaw($order)->get();
    }

    public function item(string $name)
    {
        return DB::select('SELECT * FROM items WHERE name = ?', [$name]);
    }

    public function leave(Request $request)
    {
        return redirect('/items/' . $request->query('next'));
    }

    public function preview(Request $request)
    {
        return Http::get('https://api.example.com/items/' . $request->id)->status();
    }

    public function greeting(Request $request)
    {
        return view('greeting', ['greeting' => $request->input('greeting')]);
    }

    public function picture(int $number)
    {
        return response()->download("pictures/$number.png");
    }
}
