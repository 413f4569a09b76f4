from django import forms
from django.db import models
from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.shortcuts import render
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe


class Order(models.Model):
    note = models.CharField(max_length=10, blank=True)
    total = models.IntegerField(null=True)

    class Meta:
        verbose_name = "order"

    def __str__(self):
        return self.note


class OrderForm(forms.ModelForm):
    class Meta:
        model = Order
        fields = ["note", "total"]


def index(request, text):
    heading = format_html("<h1>{}</h1>", text)
    rows = Order.objects.filter(note=text).annotate(rank=F("total"))
    return render(request, "index.html", {"heading": heading, "rows": rows})


@receiver(post_save)
@index
def saved(sender, **kwargs):
    return sender


@mark_safe
def state(order):
    if order.paid:
        return "<span class='paid'>Paid</span>"
    return "-"


def dotted(text):
    return mark_safe(escape(text).replace(".", "<span>.</span>"))
