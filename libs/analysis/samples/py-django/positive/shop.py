from django import forms
from django.db import models
from django.db.models.expressions import RawSQL
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.shortcuts import render
from django.utils.safestring import mark_safe


class Order(models.Model):
    note = models.CharField(max_length=10, null=True)

    class Meta:
        verbose_name = "order"

    total = models.IntegerField()


class OrderForm(forms.ModelForm):
    class Meta:
        model = Order
        fields = "__all__"


class NoteForm(forms.ModelForm):
    class Meta:
        model = Order
        exclude = ["total"]


def index(request, text):
    heading = mark_safe("<h1>" + text + "</h1>")
    rows = Order.objects.extra(where=["note = '%s'" % text])
    Order.objects.annotate(rank=RawSQL("select rank where note = '%s'" % text, []))
    return render(request, "index.html", locals())


@index
@receiver(post_save)
def saved(sender, **kwargs):
    return sender
