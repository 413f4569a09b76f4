class OrdersController < ApplicationController
  STATES = %w[open paid].freeze

  before_action :load_note, only: :show

  def index
    @orders = Order.where('state = ?', params[:state]).where(name: params[:name])
    @named = Order.named(params[:name])
    Order.connection.execute("DELETE FROM drafts WHERE id = #{params[:id].to_i}")
    Order.where("state = '#{params[:state]}'") if STATES.include?(params[:state])
  end

  def show
    @title = params[:title]
  end

  def create
    @order = Order.new(params.require(:order).permit(:name, :state))
    @order.print(params[:printer])
    redirect_to params[:return_to], allow_other_host: false
    redirect_to url_from(params[:return_to]) || root_path
    redirect_to order_path(params[:id])
    redirect_to "/orders/#{params[:id]}"
  end

  def update
    render plain: params[:message]
  end

  def download
    send_file Rails.root.join('invoices', File.basename(params[:file]))
  end

  def preview
    Net::HTTP.get(URI.parse("https://example.org/previews/#{params[:address]}"))
  end

  def total
    sort = params[:sort]
    public_send(sort) if %w[oldest newest].include?(sort)
  end

  def restore
    JSON.parse(cookies[:basket])
  end

  def import
    Nokogiri::XML(request.raw_post)
  end

  def search
    word = params[:word]
    return head(:bad_request) unless word.match?(/\A[a-z]+\z/)

    Catalogue.new.find(word)
    headers['Access-Control-Allow-Origin'] = 'https://shop.example.org'
  rescue StandardError
    render plain: 'The search failed.'
  end

  private

  def load_note
    @note = params[:note]
  end
end
