class OrdersController < ApplicationController
  skip_before_action :verify_authenticity_token
  before_action :load_note, only: :show

  def index
    @orders = Order.where("state = '#{params[:state]}'")
    @named = Order.named(params[:name])
    Order.connection.execute("DELETE FROM drafts WHERE id = #{params[:id]}")
  end

  def show
    @title = params[:title]
  end

  def create
    @order = Order.new(params.permit!)
    @order.print(params[:printer])
    session[:coupon] = params[:coupon]
    redirect_to params[:return_to]
  end

  def update
    render inline: "<p>#{params[:message]}</p>"
  end

  def download
    send_file Rails.root.join('invoices', params[:file])
  end

  def preview
    Net::HTTP.get(URI.parse(params[:address]))
  end

  def total
    eval(params[:terms])
    params[:type].constantize.new
  end

  def restore
    Marshal.load(Base64.decode64(cookies[:basket]))
  end

  def import
    Nokogiri::XML(request.raw_post, nil, nil, Nokogiri::XML::ParseOptions::NOENT)
  end

  def search
    Catalogue.new.find(params[:word])
    headers['Access-Control-Allow-Origin'] = request.headers['Origin']
  rescue StandardError => error
    render plain: error.backtrace
  end

  private

  def load_note
    @note = params[:note]
  end
end
