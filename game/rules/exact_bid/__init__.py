"""The exact-bid family: Piratbridge, Family Piratbridge, Peasant Bridge and every house rule between.

One engine (`engine`), driven by `options`; `values` are what it works on, `view` is what a seat may
know of them, `codec` writes them as JSON.
"""
