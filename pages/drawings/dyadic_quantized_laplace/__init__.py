"""The pictures of dyadic quantized Laplace: one message on its way, and the comparisons of many."""
