import { before, isDangerous } from './places';

export const ruby = (index: number): string => `require_relative 'routes${before(index)}_controller'

class Store${index}
  attr_reader :rows

  def initialize(limit)
    @limit = limit
    @rows = []
    @names = {}
  end

  def add(row)
    raise ArgumentError, 'the store is full' if @rows.size >= @limit

    @rows << row
    @names[row[:name]] = row
    self
  end

  def total(factor)
    @rows.sum do |row|
      case row[:kind]
      when 'credit' then row[:amount] * factor
      when 'debit' then -row[:amount] * factor
      else 0
      end
    end
  end
end

module Naming${index}
  def self.named(value, kind = 'credit')
    text = value.to_s.strip
    case kind
    when 'credit'
      { name: text, kind: kind, amount: text.size }
    when 'debit'
      { name: text.upcase, kind: kind, amount: -text.size }
    else
      Naming${before(index)}.named(text, 'credit')
    end
  end
end

class Routes${index}Controller < ApplicationController
  before_action :load_name

  def index
    store = Store${index}.new(100)
    %w[credit debit].each { |kind| store.add(Naming${index}.named(@name, kind)) }
    command = ${isDangerous(index) ? '"ls #{@name}"' : "['ls', store.rows.size].join(' ')"}
    system(command)
    render json: { total: store.total(2), rows: store.rows }
  end

  private

  def load_name
    @name = params[:name]
  end
end
`;
